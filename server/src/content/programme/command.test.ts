import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildFolder, sessionFile } from '../../../test/programme-folder.ts'

const command = fileURLToPath(new URL('./command.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

function run(...args: string[]): Promise<{ code: number; out: string; err: string[] }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' }
    execFile(process.execPath, [command, ...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err: err.split('\n').filter(Boolean) })
    })
  })
}

test('a folder in order is one line', async () => {
  expect(await run('validate')).toEqual({ code: 0, out: 'demo is in order: 16 sessions, 20 accounts, 83 pictures.\n', err: [] })
})

test('each problem is one line with file, line and field; there is no stack', async () => {
  const steps = [{ ...sessionFile.steps[0], durationMinutes: 0 }]
  const dir = buildFolder({ 'sessions/01-first-salary/session.json': { ...sessionFile, steps, color: 'green' } })
  const { code, err } = await run('validate', dir)
  expect(code).toBe(1)
  expect(err).toEqual([
    `${dir}/sessions/01-first-salary/session.json:10 color: must be a colour with capital letters, like #FA86A3`,
    `${dir}/sessions/01-first-salary/session.json:19 steps[0].durationMinutes: must be a whole number from 1`,
    'The programme has 2 problems.',
  ])
})

test.each([[[]], [['export']], [['dance']], [['validate', 'demo', 'more']]])(
  '%j is answered with how to use it',
  async (args) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err[0]).toMatch(/^Usage: npm run demo -- validate/)
  },
)

test('a broken folder is refused before any database is opened', async () => {
  const { code, err } = await run('load', '/nowhere')
  expect({ code, err }).toEqual({ code: 1, err: ['/nowhere: is not a folder', 'The programme has 1 problem.'] })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { communityFiles } from '../../../test/programme-community.ts'
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
  const dir = buildFolder(communityFiles())
  const out = `${dir} is in order: 1 sessions, 2 surveys, 2 posts, 1 accounts, 7 pictures.\n`
  expect(await run('validate', dir)).toEqual({ code: 0, out, err: [] })
})

test('without a folder it is the demo that is checked', async () => {
  expect(await run('validate')).toMatchObject({ code: 0, out: expect.stringMatching(/^demo is in order: /), err: [] })
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

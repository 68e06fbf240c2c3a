import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { communityFiles } from '../../test/programme-community.ts'
import { buildFolder, sessionFile } from '../../test/programme-folder.ts'

const command = fileURLToPath(new URL('./programme-command.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

function run(...args: string[]): Promise<{ code: number; out: string; err: string[] }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' }
    execFile(process.execPath, [command, ...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err: err.split('\n').filter(Boolean) })
    })
  })
}

test('a valid folder prints one line', async () => {
  const dir = buildFolder(communityFiles())
  const out = `${dir} is valid: 1 sessions, 2 surveys, 2 posts, 1 accounts, 7 pictures.\n`
  expect(await run('check', dir)).toEqual({ code: 0, out, err: [] })
})

test('checks the demo by default', async () => {
  expect(await run('check')).toMatchObject({ code: 0, out: expect.stringMatching(/^demo is valid: /), err: [] })
})

test('prints each problem on one line with file, line and field, without a stack trace', async () => {
  const steps = [{ ...sessionFile.steps[0], durationMinutes: 0 }]
  const dir = buildFolder({ 'sessions/01-first-salary/session.json': { ...sessionFile, steps, color: 'green' } })
  const { code, err } = await run('check', dir)
  expect(code).toBe(1)
  expect(err).toEqual([
    `${dir}/sessions/01-first-salary/session.json:10 color: must be a colour with capital letters, like #FA86A3`,
    `${dir}/sessions/01-first-salary/session.json:19 steps[0].durationMinutes: must be a whole number from 1`,
    'The programme has 2 problems.',
  ])
})

test.each([[[]], [['export']], [['dance']], [['check', 'demo', 'more']]])(
  'prints the usage for the arguments %j',
  async (args) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err[0]).toMatch(/^Usage: npm run programme -- check/)
  },
)

test('refuses an invalid folder before opening a database', async () => {
  const { code, err } = await run('load', '/nowhere')
  expect({ code, err }).toEqual({ code: 1, err: ['/nowhere: is not a folder', 'The programme has 1 problem.'] })
})

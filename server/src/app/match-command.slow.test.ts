import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildMatching, buildSeeker } from '../../test/matching.ts'

const command = fileURLToPath(new URL('./match-command.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

function run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: server.url }
  const secret = { SAATHI_SECRET: 'a secret that only the tests know, long enough' }
  const lines = (text: string) => text.split('\n').filter(Boolean)
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: root, env: { ...env, ...secret } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: lines(out), err: lines(err) })
    })
  })
}

/** One mentee fits the mentor, the other does not. */
async function buildThree() {
  const { projectId, projectKey } = await buildMatching(server)
  const mentor = await buildSeeker(server, { projectId, part: 'mentor' })
  const mentee = await buildSeeker(server, { projectId, part: 'mentee' })
  const other = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'], city: ['delhi'] } })
  return { projectId, projectKey, mentor, mentee, other }
}
const countOffers = async (projectId: number) =>
  (await server.db.selectFrom('match_offer').select('id').where('project_id', '=', projectId).execute()).length

test('[MAT-08] a dry run prints proposals, leftover people with reasons and fairness, and saves nothing', async () => {
  const { projectId, projectKey, mentor, mentee, other } = await buildThree()
  const { code, out, err } = await run('--programme', projectKey, '--dry-run', '--by', 'city')
  expect({ code, err }).toEqual({ code: 0, err: [] })
  expect(
    out.map((line) =>
      line
        .trim()
        .replaceAll(/ {2,}/g, ' | ')
        .replaceAll(/Person \d+/g, 'Person'),
    ),
  ).toEqual([
    `${projectKey}: 1 mentors, 2 mentees. A dry run: nothing is offered.`,
    'Proposed: 1',
    'mentee | mentor | score',
    `Person (${mentee}) | Person (${mentor}) | 100`,
    'Left over: 1',
    'who | part | why | criterion',
    `Person (${other}) | mentee | nobody fits | languages`,
    'Fairness: 4',
    'by | value | mentees | matched | rate % | mean score | mean days waiting',
    'language | en | 2 | 1 | 50.0 | 100.0 | 0.0',
    `programme | ${projectKey} | 2 | 1 | 50.0 | 100.0 | 0.0`,
    'city | delhi | 1 | 0 | 0.0 | - | 0.0',
    'city | pune | 1 | 1 | 100.0 | 100.0 | 0.0',
  ])
  expect(await countOffers(projectId)).toBe(0)
})

test('[MAT-08] without --dry-run the matches are offered', async () => {
  const { projectId, projectKey } = await buildThree()
  const { code, out } = await run('--programme', projectKey)
  expect({ code, first: out[0] }).toEqual({ code: 0, first: `${projectKey}: 1 mentors, 2 mentees.` })
  expect(await countOffers(projectId)).toBe(1)
})

test('an unknown programme is reported together with the known ones', async () => {
  const { projectKey } = await buildThree()
  const { code, err } = await run('--programme', 'nowhere')
  expect({ code, count: err.length }).toEqual({ code: 1, count: 1 })
  expect(err[0]).toContain('There is no programme nowhere with a matching plan.')
  expect(err[0]).toContain(projectKey)
})

test('--by rejects an unknown criterion and offers nothing', async () => {
  const { projectId, projectKey } = await buildThree()
  const { code, err } = await run('--programme', projectKey, '--by', 'city,shoe-size')
  expect({ code, err }).toEqual({ code: 1, err: ['Not a criterion: shoe-size.'] })
  expect(await countOffers(projectId)).toBe(0)
})

test.each([[[]], [['--programme']], [['--dance']], [['--programme', 'a', 'more']]])(
  'prints the usage for the arguments %j',
  async (args) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err[0]).toMatch(/^Usage: npm run match -- --programme/)
  },
)

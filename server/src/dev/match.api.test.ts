import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildMatching, buildSeeker } from '../../test/matching.ts'

let server: TestServer
beforeAll(async () => {
  // Its own server, because it reads all programmes and offers.
  server = await startTestServer()
})
afterAll(() => server.stop())

const runMatching = (payload: object, headers = {}) => server.app.inject({ method: 'POST', url: '/dev/match/', payload, headers })

test('one click runs matching and returns its result', async () => {
  const { projectId, projectKey } = await buildMatching(server)
  const mentor = await buildSeeker(server, { projectId, part: 'mentor' })
  const mentee = await buildSeeker(server, { projectId, part: 'mentee' })
  const alone = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'] } })
  const { projects } = (await server.app.inject({ url: '/dev/match.json' })).json()
  expect(projects).toEqual([{ id: projectId, key: projectKey, name: expect.any(String), needs_review: false }])

  const nameOf = async (id: number) => {
    const { first_name, last_name } = await server.db
      .selectFrom('person')
      .select(['first_name', 'last_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return `${first_name} ${last_name}`
  }
  expect((await runMatching({ project: projectKey })).json()).toEqual({
    proposal_count: 1,
    proposals: [{ mentor: await nameOf(mentor), mentee: await nameOf(mentee), score: 100 }],
    left_over_count: 1,
    left_over: [{ name: await nameOf(alone), reason: 'nobody_fits', criterion: 'languages' }],
    needs_review: false,
  })
  const offers = await server.db.selectFrom('match_offer').select(['mentor_id', 'mentee_id', 'state']).execute()
  expect(offers).toEqual([{ mentor_id: mentor, mentee_id: mentee, state: 'issued' }])
  expect((await runMatching({ project: projectKey })).json()).toMatchObject({ proposal_count: 0 })
})

test('an unknown project and a foreign page are refused', async () => {
  expect((await runMatching({ project: 'none' })).statusCode).toBe(404)
  expect((await runMatching({})).statusCode).toBe(400)
  expect((await runMatching({ project: 'none' }, { origin: 'https://evil.test' })).statusCode).toBe(403)
})

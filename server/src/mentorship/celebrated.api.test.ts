import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { setBlackout } from '@saathi/contract/chat/staff-calls'
import { markCelebrated } from '@saathi/contract/mentorship/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { buildMentorship } from '../../test/mentorships.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const isNewFor = async (personId: number) =>
  (await server.ask(personId, getNextFacts, {})).body.partners.map(({ isNew, choseEachOther }) => [isNew, choseEachOther])
const mark = (personId: number | null, id: number) => server.ask(personId, markCelebrated, { params: { id } })

test('[DAY-41] a new match is celebrated for each member until they have seen it, on any device', async () => {
  const { id, mentorId, menteeIds } = await buildMentorship(server)
  const [menteeId = 0] = menteeIds
  // Started by the team: the two did not choose each other.
  for (const person of [mentorId, menteeId]) expect(await isNewFor(person)).toEqual([[true, false]])
  for (const _again of [1, 2]) expect(await mark(menteeId, id)).toMatchObject({ status: 200, body: {} })
  expect(await isNewFor(menteeId)).toEqual([[false, false]])
  expect(await isNewFor(mentorId)).toEqual([[true, false]])
})

test('[DAY-41] a match is not celebrated while the team has paused its conversation', async () => {
  const { id, menteeIds } = await buildMentorship(server)
  const [menteeId = 0] = menteeIds
  const lead = await server.buildPerson({ role: 'SafeguardingLead' })
  await markSecondFactor(server, lead)
  const { body } = await server.ask(menteeId, getNextFacts, {})
  const channel = body.partners.find(({ mentorship }) => mentorship === id)?.channel ?? 0
  const until = new Date(server.clock.now().getTime() + 60_000).toISOString()
  const pause = await server.ask(lead, setBlackout, { params: { id: channel }, body: { until, reason: 'A report' } })
  expect(pause.status).toBe(200)
  expect(await isNewFor(menteeId)).toEqual([[false, false]])
  server.clock.advance(61)
  expect(await isNewFor(menteeId)).toEqual([[true, false]])
  server.clock.reset()
})

test('[DAY-41] only a member can mark it as celebrated', async () => {
  const { id } = await buildMentorship(server)
  expect((await mark(null, id)).status).toBe(401)
  expect(await mark(await server.buildPerson(), id)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
})

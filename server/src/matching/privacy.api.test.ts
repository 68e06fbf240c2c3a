import { exportOwnData } from '@saathi/contract/accounts/calls'
import { getMatchInfo, getMatchList } from '@saathi/contract/matching/calls'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../test/matching.ts'
import { erasePerson } from '../accounts/leave/leave.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const log = pino({ level: 'silent' })
async function leaveSaathi(personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}
const rename = (id: number, firstName: string) =>
  server.db.updateTable('person').set({ first_name: firstName, last_name: 'Rao' }).where('id', '=', id).execute()
const history = async (who: number) => (await server.ask(who, getMatchList, { query: {} })).body.matchTrackers

async function buildOffered(city = 'nagpur') {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor', answers: { city: [city] } })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee', answers: { city: ['pune'] } })
  await rename(mentorId, 'Meera')
  return { mentorId, menteeId, id: await buildOffer(server, { mentorId, menteeId, state: 'chosen' }) }
}

test('the export contains the pool entry and the offers with own answers, and no name or answers of others', async () => {
  const { menteeId } = await buildOffered()
  const { parts } = (await server.ask(menteeId, exportOwnData, { body: {} })).body
  expect(parts['matching']).toMatchObject({
    search: { part: 'mentee', since: expect.any(String), answers: { city: ['pune'] } },
    takenOutAt: null,
    offers: [{ part: 'mentee', groupType: '1to1', status: 'ACTIVE', score: 70, answers: { city: ['pune'] } }],
    groups: [],
  })
  expect(JSON.stringify(parts['matching'])).not.toMatch(/Meera|nagpur|match\.invalid/)
})

test('the export leaves out unpublished offers', async () => {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  await buildOffer(server, { mentorId, menteeId, state: 'proposed' })
  const { parts } = (await server.ask(menteeId, exportOwnData, { body: {} })).body
  expect(parts['matching']).toMatchObject({ offers: [] })
})

test('the export does not reveal that somebody rejected or ignored the person', async () => {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const ended = { mentorId, menteeId, state: 'rejected' } as const
  await buildOffer(server, { ...ended, endedBy: 'mentee', chosenAt: null })
  await buildOffer(server, { mentorId, menteeId, state: 'unavailable', expiresAt: null })
  const partsOf = async (who: number) => (await server.ask(who, exportOwnData, { body: {} })).body.parts['matching']
  expect(await partsOf(mentorId)).toMatchObject({ offers: [], asMentor: { approvedAt: expect.any(String), places: null } })
  expect(await partsOf(menteeId)).toMatchObject({ offers: [{ status: 'REJECTED' }], asMentor: null })
  await buildOffer(server, { ...ended, endedBy: 'mentor', chosenAt: server.clock.now() })
  expect(await partsOf(menteeId)).toMatchObject({ offers: [{ status: 'REJECTED' }, { status: 'EXPIRED' }] })
  expect(JSON.stringify(await partsOf(menteeId))).not.toContain('endedBy')
})

test('leaving releases waiting partners, and the history shows a former member without answers', async () => {
  const { mentorId, menteeId, id } = await buildOffered()
  await server.db.updateTable('person').set({ matching_status: 'ON_HOLD' }).where('id', '=', menteeId).execute()
  await leaveSaathi(mentorId)
  expect(await history(menteeId)).toMatchObject([
    { id, fullName: 'Former member', displayName: 'Former member', status: 'EXPIRED', displayPicture: null, affiliation: '' },
  ])
  const { matching_status } = await server.db
    .selectFrom('person')
    .select('matching_status')
    .where('id', '=', menteeId)
    .executeTakeFirstOrThrow()
  expect(matching_status).toBe('READY')
  const { body } = await server.ask(menteeId, getMatchInfo, { params: { id } })
  expect(body.criteriaJson.map(({ matchedAnswer }) => matchedAnswer).join('')).toBe('')
  expect(body.criteriaJson.map(({ points }) => points).reduce((sum, each) => sum + each, 0)).toBe(body.score)
  expect(JSON.stringify(body)).not.toMatch(/nagpur|Meera/)
})

test('a mentor who leaves dissolves the forming group, and its mentees stay in the pool', async () => {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeIds = [
    await buildSeeker(server, { projectId, part: 'mentee' }),
    await buildSeeker(server, { projectId, part: 'mentee' }),
  ]
  await buildGroup(server, { mentorId, menteeIds })
  await leaveSaathi(mentorId)
  for (const who of menteeIds) {
    const { body } = await server.ask(who, getMatchList, { query: { active: '' } })
    expect([body.screen, body.waitingSince !== null]).toEqual([1, true])
  }
  for (const table of ['match_group', 'match_apart'] as const)
    expect(await server.db.selectFrom(table).selectAll().where('mentor_id', '=', mentorId).execute()).toEqual([])
})

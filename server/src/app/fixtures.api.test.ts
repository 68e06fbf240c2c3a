import { randomUUID } from 'node:crypto'
import { runMatching, setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAssistantChannel } from '../../test/chat-channels.ts'
import { plantChatGroups } from '../../test/chat-people.ts'
import { startTestServer, testEnv, type TestServer } from '../../test/harness.ts'
import { buildOffer, buildSeeker } from '../../test/matching.ts'
import {
  answerFirstSurvey,
  completeHubSessions,
  enterAsAdministrator,
  loadProgrammeWithoutPeople,
  type Newcomer,
  signUpByMail,
} from '../../test/newcomers.ts'

/** Fixtures insert rows directly. These tests compare them with the rows of people who came through the product. */

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

/** Compared by value; other columns only by whether they are set. */
const compared = new Set(
  ['provider role matching_status language_code part state group_type ended_by kind is_active is_pair_manager is_told'].flatMap(
    (names) => names.split(' '),
  ),
)
/** Mentors whom staff invite have no institution, so both are possible. */
const free = new Set(['institution_code'])

function shapeOf(table: string, row: Record<string, unknown>) {
  const isFlag = (column: string) => compared.has(column) || (table === 'experience' && column !== 'person_id')
  const columns = Object.entries(row).filter(([column]) => !free.has(column))
  return Object.fromEntries(columns.map(([column, value]) => [column, isFlag(column) ? value : value !== null && value !== '']))
}

async function shapesIn(table: string, column: string, id: number) {
  const query = sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`
  const { rows } = await query.execute(server.db)
  return rows.map((row) => shapeOf(table, row)).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

/** The rows of a person in these tables. */
const rowsOf = async (personId: number, tables: Record<string, string>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries({ person: 'id', experience: 'person_id', ...tables }).map(
        async ([table, column]) => [table, await shapesIn(table, column, personId)] as const,
      ),
    ),
  )

const seeking = { match_seeker: 'person_id', match_mentor: 'person_id' }
const projectIdOf = async ({ id }: Newcomer) =>
  (await server.db.selectFrom('person').select('project_id').where('id', '=', id).executeTakeFirstOrThrow()).project_id ?? 0

async function seekers() {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  for (const person of [asha, ravi]) await answerFirstSurvey(person)
  await completeHubSessions(asha, 5)
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  return { asha, ravi }
}

test('buildSeeker and buildOffer write what screening, five sessions, approval and a matching run write', async () => {
  const { asha, ravi } = await seekers()
  const mentee = await rowsOf(asha.id, seeking)
  const mentor = await rowsOf(ravi.id, seeking)
  await admin.ask(runMatching, { body: { project: 'one-to-one', dryRun: false } })
  const offer = await shapesIn('match_offer', 'mentee_id', asha.id)
  const channel = await shapesIn('chat_channel', 'person_id', asha.id)
  expect([offer.length, channel.length]).toEqual([1, 1])

  const projectId = await projectIdOf(asha)
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  expect(await rowsOf(menteeId, seeking)).toEqual(mentee)
  expect(await rowsOf(mentorId, seeking)).toEqual(mentor)
  await buildOffer(server, { mentorId, menteeId })
  expect(await shapesIn('match_offer', 'mentee_id', menteeId)).toEqual(offer)
})

test('buildAssistantChannel writes the channel that a newcomer gets', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const channelOf = async (personId: number) =>
    server.db.selectFrom('chat_channel').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  const { id } = await channelOf(asha.id)
  const person = await server.buildPerson()
  const built = await buildAssistantChannel(server, person)
  expect(await shapesIn('chat_channel', 'id', built)).toEqual(await shapesIn('chat_channel', 'id', id))
  expect(await shapesIn('chat_member', 'channel_id', built)).toEqual(await shapesIn('chat_member', 'channel_id', id))
  expect(await shapesIn('experience', 'person_id', person)).toEqual(await shapesIn('experience', 'person_id', asha.id))
})

test('plantChatGroups writes the people, members and channel of a group that staff start', async () => {
  const names = ['Divya', 'Imran', 'Kavya']
  const mentees = await Promise.all(
    names.map((firstName) => signUpByMail(server, { firstName, role: 'Mentee', project: 'design-circle' })),
  )
  const meera = await signUpByMail(server, { firstName: 'Meera', role: 'Mentor', institutionCode: 'CIRCLE-7' })
  const body = { mentor: meera.id, mentees: mentees.map(({ id }) => id), pairManager: null, reason: 'They asked for each other.' }
  await admin.ask(startMentorship, { body }, { 'idempotency-key': randomUUID() })
  const planted = await plantChatGroups(server.db, { groups: 1, size: 4, secret: testEnv.secret })

  const memberTables = { mentorship_member: 'person_id', sign_in: 'person_id' }
  const [leader, follower] = planted
  expect(await rowsOf(leader?.personId ?? 0, memberTables)).toEqual(await rowsOf(meera.id, memberTables))
  expect(await rowsOf(follower?.personId ?? 0, memberTables)).toEqual(await rowsOf(mentees[0]?.id ?? 0, memberTables))
  const groupOf = async (personId: number) =>
    server.db
      .selectFrom('chat_channel')
      .innerJoin('chat_member', 'chat_member.channel_id', 'chat_channel.id')
      .select(['chat_channel.id', 'chat_channel.mentorship_id as mentorshipId'])
      .where('chat_member.person_id', '=', personId)
      .where('kind', '=', 'group')
      .executeTakeFirstOrThrow()
  const [real, built] = [await groupOf(meera.id), await groupOf(leader?.personId ?? 0)]
  for (const [table, column] of [
    ['chat_channel', 'id'],
    ['chat_member', 'channel_id'],
  ] as const)
    expect(await shapesIn(table, column, built.id)).toEqual(await shapesIn(table, column, real.id))
  const mentorships = [
    await shapesIn('mentorship', 'id', built.mentorshipId ?? 0),
    await shapesIn('mentorship', 'id', real.mentorshipId ?? 0),
  ]
  expect(mentorships[0]).toEqual(mentorships[1])
})

import { randomUUID } from 'node:crypto'
import { runMatching, setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
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
import { rowsOf, shapesIn } from '../../test/row-shapes.ts'

/** Fixtures insert rows directly. These tests compare them with the rows of people who came through the product. */

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

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
  const mentee = await rowsOf(server, asha.id, seeking)
  const mentor = await rowsOf(server, ravi.id, seeking)
  await admin.ask(runMatching, { body: { project: 'one-to-one', dryRun: false } })
  const offer = await shapesIn(server, ['match_offer', 'mentee_id'], asha.id)
  const channel = await shapesIn(server, ['chat_channel', 'person_id'], asha.id)
  expect([offer.length, channel.length]).toEqual([1, 1])

  const projectId = await projectIdOf(asha)
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  expect(await rowsOf(server, menteeId, seeking)).toEqual(mentee)
  expect(await rowsOf(server, mentorId, seeking)).toEqual(mentor)
  await buildOffer(server, { mentorId, menteeId })
  expect(await shapesIn(server, ['match_offer', 'mentee_id'], menteeId)).toEqual(offer)
})

test('buildAssistantChannel writes the channel that a newcomer gets', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const channelOf = async (personId: number) =>
    server.db.selectFrom('chat_channel').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  const { id } = await channelOf(asha.id)
  const person = await server.buildPerson()
  const built = await buildAssistantChannel(server, person)
  expect(await shapesIn(server, ['chat_channel', 'id'], built)).toEqual(await shapesIn(server, ['chat_channel', 'id'], id))
  expect(await shapesIn(server, ['chat_member', 'channel_id'], built)).toEqual(
    await shapesIn(server, ['chat_member', 'channel_id'], id),
  )
  expect(await shapesIn(server, ['experience', 'person_id'], person)).toEqual(
    await shapesIn(server, ['experience', 'person_id'], asha.id),
  )
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
  expect(await rowsOf(server, leader?.personId ?? 0, memberTables)).toEqual(await rowsOf(server, meera.id, memberTables))
  expect(await rowsOf(server, follower?.personId ?? 0, memberTables)).toEqual(
    await rowsOf(server, mentees[0]?.id ?? 0, memberTables),
  )
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
    expect(await shapesIn(server, [table, column], built.id)).toEqual(await shapesIn(server, [table, column], real.id))
  const mentorships = [
    await shapesIn(server, ['mentorship', 'id'], built.mentorshipId ?? 0),
    await shapesIn(server, ['mentorship', 'id'], real.mentorshipId ?? 0),
  ]
  expect(mentorships[0]).toEqual(mentorships[1])
})

import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import * as calls from '@saathi/contract/mentorship/calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import type { BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, type BuiltMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { toTexts, makeItem, makeQuestion, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { sessionClient } from '../../test/session-client.ts'
import { leaveMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
  // A distinctive range, so that an id found in a reply is a person's.
  await sql`alter sequence person_id_seq restart with 7000001`.execute(server.db)
})

const log = pino({ level: 'silent' })
const leave = (id: number, personId: number) => inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, personId))

async function name(personId: number, firstName: string) {
  const words = { first_name: firstName, last_name: `${firstName}-family`, bio: `${firstName}-bio` }
  await server.db.updateTable('person').set(words).where('id', '=', personId).execute()
}
const placeIn = ({ id, steps, quizzes }: BuiltSession) => ({
  session: id,
  step: steps[0] ?? 0,
  quiz: quizzes.get('ask') ?? 0,
})

/** A mentor with three mentees and a pair manager; Asha must not see Ravi and Zoya. */
let group: BuiltMentorship
let session: BuiltSession
let [asha, ravi, zoya, manager] = [0, 0, 0, 0]
beforeEach(async () => {
  session = await buildMentorshipSession(server, {
    minutes: [5, 10, 15],
    content: { 0: [quizItem('ask', { allowRetake: true })] },
    quizzes: { ask: makeQuiz([makeQuestion('story', 'Text')]) },
  })
  group = await buildMentorship(server, {
    sessions: [session, await buildMentorshipSession(server)],
    mentees: 3,
    withPairManager: true,
  })
  ;[asha = 0, ravi = 0, zoya = 0] = group.menteeIds
  manager = group.pairManagerId ?? 0
  await name(group.mentorId, 'Meera')
  await name(asha, 'Asha')
  await name(ravi, 'Ravindranath')
  await name(zoya, 'Zoyabanu')
  await name(manager, 'Prakash')
  server.delivered.length = 0
})

async function fellowsMoveOn() {
  await actions.start(ravi, session.id)
  await actions.taken(ravi, placeIn(session), { story: 'Planted-answer-of-Ravi' })
  await actions.complete(ravi, session.id, session.steps[0] ?? 0)
  await actions.finish(zoya, session)
  await actions.rate(zoya, session.id, 2)
}

/** The raw bytes of every reply this member can request. */
async function everythingFor(who: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${await server.tokenFor(who)}` }
  const { id } = group
  const urls = [
    '',
    'sessions/',
    'sessions/?not_started',
    'mysessions/',
    `sessions/${session.id}/`,
    `mysessions/${session.id}/`,
    `${id}/`,
    `${id}/progress/`,
    `${id}/progress/?session=${session.id}`,
    `${id}/members/${group.mentorId}/`,
    `${id}/members/${ravi}/`,
    `${id}/members/${zoya}/`,
  ].map((path) => `/api/v2/mentorships/${path}`)
  const { session: at, step, quiz } = placeIn(session)
  urls.push(`/api/v2/learninghub/quiz/${at}/${step}/${quiz}/`, listNotices.path)
  return Promise.all(urls.map(async (url) => (await server.app.inject({ url, headers })).body))
}
const framesFor = (who: number) =>
  server.delivered.flatMap((delivery) => ('to' in delivery && delivery.to.includes(who) ? [JSON.stringify(delivery.event)] : []))
const fellowWords = () => new RegExp(`Ravindranath|Zoyabanu|Planted-answer|Given 2|${ravi}|${zoya}`)

describe('a mentee of a group', () => {
  test('[MEN-03] gets no name, id, answer or rating of another mentee in any reply, before and after they progress', async () => {
    await actions.start(asha, session.id)
    for (const text of await everythingFor(asha)) expect(text).not.toMatch(fellowWords())
    await fellowsMoveOn()
    const texts = await everythingFor(asha)
    for (const text of texts) expect(text).not.toMatch(fellowWords())
    // The search itself works: it finds the mentor's name, and the mentor sees the mentees.
    expect(texts[0]).toContain('Meera')
    expect((await everythingFor(group.mentorId)).filter((text) => fellowWords().test(text)).length).toBeGreaterThan(4)
  })

  test('[MEN-03] gets no push that reveals who progressed, or to which step', async () => {
    await fellowsMoveOn()
    const frames = new Set(framesFor(asha))
    const moved = { type: 'mentorship.progress_changed', mentorship: group.id, session: session.id }
    expect([...frames]).toEqual([JSON.stringify(moved)])
  })

  test('[MEN-03] sees the mentor, and the other mentees as numbers', async () => {
    await fellowsMoveOn()
    const { body: mentorship } = await actions.see(asha, group.id)
    expect(mentorship).toMatchObject({
      part: 'mentee',
      partners: [
        { userId: group.mentorId, userFullName: 'Meera Meera-family', bio: 'Meera-bio', part: 'mentor', isActive: true },
      ],
      pairManager: { userId: manager, isPairManager: true },
      memberCount: 4,
      otherMentees: 2,
    })
    const listed = (await server.ask(asha, calls.listMentorships, {})).body.mentorships
    expect(listed).toEqual([mentorship])
    const { body: card } = await actions.read(asha, session.id)
    expect(card).toMatchObject({
      partnerCompletedSteps: [{ userId: group.mentorId, completedSteps: 0, partnerStatus: 'NOT_STARTED' }],
      others: { total: 2, started: 2, completed: 1 },
      partnerStatus: 'ONGOING',
    })
    const { body: progress } = await actions.progress(asha, group.id, session.id)
    expect(progress.partners.map(({ userId }) => userId)).toEqual([group.mentorId])
    expect(progress.partnerSteps.map(({ userId }) => userId)).toEqual([group.mentorId])
    const [first, second, third] = session.steps
    expect(progress.otherSteps).toEqual([
      { sessionId: session.id, stepId: first, started: 0, completed: 2 },
      { sessionId: session.id, stepId: second, started: 1, completed: 1 },
      { sessionId: session.id, stepId: third, started: 0, completed: 1 },
    ])
  })

  test('[MEN-03] gets not found for a fellow mentee, as for an unknown person', async () => {
    const profile = (userId: number) => server.ask(asha, calls.getPartnerProfile, { params: { id: group.id, userId } })
    const absent = await profile(2_000_000_000)
    expect(absent).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
    expect((await profile(ravi)).body).toEqual(absent.body)
    expect((await profile(asha)).body).toEqual(absent.body)
    expect((await profile(group.mentorId)).body).toMatchObject({ userFullName: 'Meera Meera-family', mentorship: group.id })
    expect((await profile(manager)).body).toMatchObject({ isPairManager: true })
  })

  test('gets profiles without email address and phone number', async () => {
    const { body } = await server.ask(asha, calls.getPartnerProfile, { params: { id: group.id, userId: group.mentorId } })
    const shown = ['userId', 'userFullName', 'firstName', 'displayPicture', 'bio', 'part', 'isPairManager', 'isActive']
    expect(Object.keys(body).toSorted()).toEqual([...shown, 'mentorship', 'joinedAt'].toSorted())
  })
})

describe('people who see all mentees', () => {
  test.each([
    ['the mentor', () => group.mentorId, () => group.menteeIds],
    ['the pair manager', () => manager, () => [group.mentorId, ...group.menteeIds]],
  ])('[MEN-03] %s: everybody by name, with the steps of each', async (_who, reader, seen) => {
    await fellowsMoveOn()
    const { body } = await actions.see(reader(), group.id)
    expect(body.partners.map(({ userId }) => userId)).toEqual(seen())
    expect(body).toMatchObject({ otherMentees: 0, memberCount: 4 })
    const { body: progress } = await actions.progress(reader(), group.id, session.id)
    expect(progress.otherSteps).toEqual([])
    const statuses = Object.fromEntries(progress.partnerSteps.map(({ userId, stepDetails }) => [userId, stepDetails]))
    expect(statuses[ravi]?.map(({ status }) => status)).toEqual(['COMPLETED', 'ONGOING', 'NOT_STARTED'])
    expect(statuses[zoya]?.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
    expect(statuses[asha]?.map(({ status }) => status)).toEqual(['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED'])
  })

  test('[MEN-03] the mentor sees each mentee’s progress on the card, and nobody’s answers', async () => {
    await fellowsMoveOn()
    const { body } = await actions.read(group.mentorId, session.id)
    expect(body.partnerCompletedSteps).toEqual([
      { userId: asha, completedSteps: 0, partnerStatus: 'NOT_STARTED' },
      { userId: ravi, completedSteps: 1, partnerStatus: 'ONGOING' },
      { userId: zoya, completedSteps: 3, partnerStatus: 'COMPLETED' },
    ])
    expect(body.others).toEqual({ total: 0, started: 0, completed: 0 })
    for (const text of await everythingFor(group.mentorId)) expect(text).not.toMatch(/Planted-answer|Given 2/)
    const quiz = await server.ask(group.mentorId, getQuiz, { params: placeIn(session), query: {} })
    expect(quiz.body).toMatchObject({ attempts: 0, answers: [] })
  })
})

describe('a former member', () => {
  test('[MEN-03] sees nothing that happened afterwards, and gets no more pushes', async () => {
    await actions.start(asha, session.id)
    await leave(group.id, asha)
    const before = await everythingFor(asha)
    server.delivered.length = 0
    await actions.finish(group.mentorId, session)
    await fellowsMoveOn()
    await server.db.updateTable('person').set({ bio: 'Something new' }).where('id', '=', group.mentorId).execute()
    expect(await everythingFor(asha)).toEqual(before)
    expect(framesFor(asha)).toEqual([])
    expect((await actions.see(asha, group.id)).body).toMatchObject({ isActive: false, endedAt: expect.any(String) })
    expect((await actions.read(asha, session.id)).body).toMatchObject({ isOpen: false, partnerCompletedSteps: [] })
    expect((await actions.progress(asha, group.id)).body).toMatchObject({ partnerSteps: [], partners: [], otherSteps: [] })
  })

  test('[MEN-03] does not learn that others leave or that the mentorship ends', async () => {
    await leave(group.id, asha)
    const before = await actions.see(asha, group.id)
    server.clock.advance(3600)
    await leave(group.id, ravi)
    await leave(group.id, group.mentorId)
    const after = await actions.see(asha, group.id)
    server.clock.reset()
    expect(after.body).toEqual(before.body)
  })

  test('is hidden from the others', async () => {
    await leave(group.id, zoya)
    expect((await actions.see(group.mentorId, group.id)).body.partners.map(({ userId }) => userId)).toEqual([asha, ravi])
    expect((await actions.see(asha, group.id)).body).toMatchObject({ memberCount: 3, otherMentees: 1 })
    expect((await actions.read(asha, session.id)).body.others).toMatchObject({ total: 1 })
  })
})

test('mentor tips are in the mentor’s session and never in a mentee’s', async () => {
  const tips = makeItem('MENTOR_TIPS', { text: toTexts('Ask-first-and-listen') })
  const tipped = await buildMentorshipSession(server, { content: { 0: [tips] } })
  const { mentorId, menteeIds } = await buildMentorship(server, { sessions: [tipped] })
  const kinds = async (who: number) =>
    (await actions.read(who, tipped.id)).body.sessionSteps[0]?.content.map((item) => item.contentType)
  expect(await kinds(mentorId)).toEqual(['MENTOR_TIPS'])
  expect(await kinds(menteeIds[0] ?? 0)).toEqual([])
  const headers = { authorization: `Bearer ${await server.tokenFor(menteeIds[0] ?? 0)}` }
  const { body } = await server.app.inject({ url: `/api/v2/mentorships/sessions/${tipped.id}/`, headers })
  expect(body).not.toContain('Ask-first')
})

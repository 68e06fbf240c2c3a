import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { addVersion, buildSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { makeChoice, makeQuestion, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { sessionClient } from '../../test/session-client.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const five = ['a', 'b', 'c', 'd', 'e']
const answersWith = (right: number) => Object.fromEntries(five.map((key, at) => [key, at < right ? 'good' : 'bad']))
const placeIn = ({ id, steps, quizzes }: BuiltSession, key: string, at = 0) => ({
  session: id,
  step: steps[at] ?? 0,
  quiz: quizzes.get(key) ?? 0,
})
/** Five marked questions, and a free text on the other step. */
const buildQuizzed = (changes: Parameters<typeof buildMentorshipSession>[1] = {}) =>
  buildMentorshipSession(server, {
    content: { 0: [quizItem('marked', { allowRetake: true })], 1: [quizItem('free', { allowRetake: true })] },
    quizzes: { marked: makeQuiz(five.map((key) => makeChoice(key))), free: makeQuiz([makeQuestion('story', 'Text')]) },
    ...changes,
  })

async function buildPair(changes: Parameters<typeof buildMentorship>[1] = {}) {
  const { menteeIds, ...pair } = await buildMentorship(server, changes)
  const [asha = 0] = menteeIds
  return { ...pair, asha }
}
/** A pair with one session of two quizzes. */
async function buildQuizzedPair(changes: Parameters<typeof buildQuizzed>[0] = {}) {
  const session = await buildQuizzed(changes)
  return { ...(await buildPair({ sessions: [session] })), session }
}

describe('counts', () => {
  test('[MEN-04] total and completed sessions and quizzes, for the member and the partner', async () => {
    const sessions = [await buildQuizzed(), await buildQuizzed(), await buildQuizzed()] as const
    const { id, mentorId, asha } = await buildPair({ sessions })
    expect((await actions.progress(asha, id)).body).toMatchObject({
      mentorship: id,
      completedSessions: 0,
      totalSessions: 3,
      completedQuiz: 0,
      totalQuiz: 6,
      partners: [{ userId: mentorId, completedSessions: 0, completedQuiz: 0 }],
      badges: [],
      quizStreaks: [],
      steps: [],
    })
    const [first, second] = sessions
    await actions.start(asha, first.id)
    await actions.taken(asha, placeIn(first, 'marked'), answersWith(1))
    await actions.taken(asha, placeIn(first, 'marked'), answersWith(2))
    await actions.taken(asha, placeIn(first, 'free', 1), { story: 'Mine' })
    await actions.finish(asha, first)
    await actions.finish(mentorId, first)
    await actions.start(mentorId, second.id)
    await actions.taken(mentorId, placeIn(second, 'marked'), answersWith(5))
    expect((await actions.progress(asha, id)).body).toMatchObject({
      completedSessions: 1,
      completedQuiz: 2,
      partners: [{ userId: mentorId, completedSessions: 1, completedQuiz: 1 }],
    })
    expect((await actions.progress(mentorId, id)).body).toMatchObject({
      completedSessions: 1,
      completedQuiz: 1,
      partners: [{ userId: asha, completedSessions: 1, completedQuiz: 2 }],
    })
  })
})

describe('badges', () => {
  const badgesOf = async (who: number, id: number) => (await actions.progress(who, id)).body.badges
  const setCompletedAt = async (who: number, at: (endDate: Date) => Date) => {
    const { end_date } = await server.db
      .selectFrom('walk')
      .select('end_date')
      .where('person_id', '=', who)
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('session_progress')
      .set({ completed_at: at(end_date) })
      .where('person_id', '=', who)
      .execute()
  }

  test('[MEN-04] Gold in time with 80 % in every quiz, with the session’s title and the time', async () => {
    const { id, mentorId, asha, session } = await buildQuizzedPair({ title: 'Listening well' })
    await actions.start(asha, session.id)
    await actions.taken(asha, placeIn(session, 'marked'), answersWith(4))
    await actions.taken(asha, placeIn(session, 'free', 1), { story: 'Nothing here is right or wrong' })
    expect(await badgesOf(asha, id)).toEqual([])
    await actions.finish(asha, session)
    expect(await badgesOf(asha, id)).toEqual([
      {
        badgeType: 'Gold',
        sessionId: session.id,
        sessionTitle: 'Listening well',
        localeSessionTitle: 'Listening well',
        earnedAt: expect.any(String),
      },
    ])
    // Badges are personal: the partner has none yet, and the card agrees.
    expect(await badgesOf(mentorId, id)).toEqual([])
    expect((await actions.read(asha, session.id)).body).toMatchObject({ badge: 'Gold', sessionStatus: 'PARTIAL_COMPLETE' })
    expect((await actions.read(mentorId, session.id)).body.badge).toBeNull()
  })

  test.each([
    ['exactly at the due time', 0, 'Gold'],
    ['just after it', 1, 'Bronze'],
  ])('[MEN-04] finished %s', async (_when, later, badge) => {
    const { id, asha, session } = await buildQuizzedPair()
    await actions.start(asha, session.id)
    await actions.taken(asha, placeIn(session, 'marked'), answersWith(5))
    await actions.taken(asha, placeIn(session, 'free', 1), { story: 'Mine' })
    await actions.finish(asha, session)
    await setCompletedAt(asha, (endDate) => new Date(endDate.getTime() + later))
    expect(await badgesOf(asha, id)).toMatchObject([{ badgeType: badge }])
  })

  test.each([
    ['three of five right', [3], 'Silver'],
    ['a best attempt of four out of five, and a worse last one', [1, 4, 0], 'Gold'],
    ['an optional quiz left out', [], 'Silver'],
  ])('[MEN-04] in time with %s', async (_what, tries, badge) => {
    const { id, asha, session } = await buildQuizzedPair()
    await actions.start(asha, session.id)
    for (const right of tries) await actions.taken(asha, placeIn(session, 'marked'), answersWith(right))
    await actions.taken(asha, placeIn(session, 'free', 1), { story: 'Mine' })
    await actions.finish(asha, session)
    expect(await badgesOf(asha, id)).toMatchObject([{ badgeType: badge }])
  })

  test('[MEN-04] a session without a quiz gives Gold in time', async () => {
    const session = await buildMentorshipSession(server)
    const { id, asha } = await buildPair({ sessions: [session] })
    await actions.finish(asha, session)
    expect(await badgesOf(asha, id)).toMatchObject([{ badgeType: 'Gold' }])
  })

  test('[MEN-04] the title is in the reader’s language, next to the original', async () => {
    const session = await buildMentorshipSession(server, { title: 'Listening well', hindiTitle: 'ध्यान से सुनना' })
    const reader = await server.buildPerson({ language: 'hi' })
    const { id } = await buildMentorship(server, { sessions: [session], menteeIds: [reader] })
    await actions.finish(reader, session)
    expect(await badgesOf(reader, id)).toMatchObject([{ sessionTitle: 'Listening well', localeSessionTitle: 'ध्यान से सुनना' }])
  })
})

describe('steps', () => {
  const statuses = (details: readonly { stepId: number; status: string }[]) =>
    details.map(({ stepId, status }) => [stepId, status])

  test('[MEN-06] have a status (not started, current or completed) for the member and for the partner', async () => {
    const session = await buildMentorshipSession(server, { minutes: [5, 5, 5] })
    const { id, mentorId, asha } = await buildPair({ sessions: [session] })
    const [first = 0, second = 0, third = 0] = session.steps
    await actions.start(asha, session.id)
    await actions.complete(asha, session.id, first)
    const { body } = await actions.progress(asha, id)
    expect(statuses(body.steps)).toEqual([
      [first, 'COMPLETED'],
      [second, 'ONGOING'],
      [third, 'NOT_STARTED'],
    ])
    expect(body.partnerSteps).toEqual([
      {
        userId: mentorId,
        stepDetails: session.steps.map((stepId) => ({ sessionId: session.id, stepId, status: 'NOT_STARTED' })),
      },
    ])
    const { body: mentors } = await actions.progress(mentorId, id)
    expect(statuses(mentors.partnerSteps[0]?.stepDetails ?? [])).toEqual(statuses(body.steps))
    await actions.finish(asha, session)
    expect(new Set((await actions.progress(asha, id)).body.steps.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
  })

  test('[MEN-06] of a partner on an older version are mapped to the reader’s version', async () => {
    const session = await buildMentorshipSession(server, { minutes: [5, 5, 5] })
    const { id, mentorId, asha } = await buildPair({ sessions: [session] })
    await actions.start(mentorId, session.id)
    await actions.complete(mentorId, session.id, session.steps[0] ?? 0)
    const newer = await addVersion(server, session.id, { minutes: [5, 5, 5, 5] })
    await actions.start(asha, session.id)
    await actions.complete(asha, session.id, newer.steps[0] ?? 0)
    await actions.complete(asha, session.id, newer.steps[1] ?? 0)
    const { body } = await actions.progress(asha, id, session.id)
    expect(body.steps.map(({ stepId }) => stepId)).toEqual(newer.steps)
    expect(statuses(body.partnerSteps[0]?.stepDetails ?? [])).toEqual(
      newer.steps.map((step, at) => [step, ['COMPLETED', 'ONGOING', 'NOT_STARTED', 'NOT_STARTED'][at]]),
    )
    const { body: mentors } = await actions.progress(mentorId, id, session.id)
    expect(statuses(mentors.partnerSteps[0]?.stepDetails ?? [])).toEqual(
      session.steps.map((step, at) => [step, ['COMPLETED', 'COMPLETED', 'ONGOING'][at]]),
    )
    expect((await actions.read(asha, session.id)).body.partnerCompletedSteps).toMatchObject([{ completedSteps: 1 }])
  })

  test('[MEN-06] cover the sessions that anybody has started, or the requested one', async () => {
    const sessions = [await buildMentorshipSession(server), await buildMentorshipSession(server)] as const
    const { id, mentorId, asha } = await buildPair({ sessions })
    const of = async (session?: number) => [
      ...new Set((await actions.progress(asha, id, session)).body.steps.map(({ sessionId }) => sessionId)),
    ]
    expect(await of()).toEqual([])
    await actions.start(mentorId, sessions[1].id)
    expect(await of()).toEqual([sessions[1].id])
    expect(await of(sessions[0].id)).toEqual([sessions[0].id])
    const foreign = await buildSession(server)
    expect(await of(foreign.id)).toEqual([])
  })
})

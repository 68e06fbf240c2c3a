import { getProfile } from '@saathi/contract/accounts/calls'
import { completeStep, startSession } from '@saathi/contract/learning/session-calls'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { listNotices } from '@saathi/contract/notices/calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../../test/hub-sessions.ts'
import { buildMentorship, buildMentorshipSession, openCurriculum } from '../../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { sendAnswers, replyOf } from '../../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await buildLocked({ curriculum: 'show', internship: 'show' })
})

/** A person to whom these areas are shown but locked. */
async function buildLocked(flags: { curriculum?: string; internship?: string; session?: string }) {
  const personId = await server.buildPerson()
  await server.db.updateTable('experience').set(flags).where('person_id', '=', personId).execute()
  return personId
}
const flagsOf = async (personId = asha) => {
  const { curriculum, internship, session } = (await server.ask(personId, getProfile, {})).body.status.experiences
  return { curriculum, internship, session }
}
const noticesOf = async (personId = asha) => (await server.ask(personId, listNotices, { query: {} })).body.notices
const pushedTo = (personId: number) =>
  server.delivered.flatMap((delivery) => ('to' in delivery && delivery.to.includes(personId) ? [delivery.event.type] : []))
const profilePushes = (personId = asha) => pushedTo(personId).filter((type) => type === 'accounts.profile_changed')

const finish = ({ id, steps }: BuiltSession, personId = asha) =>
  server.ask(personId, completeStep, { body: { session: id, step: steps.at(-1) ?? 0 } })
/** A started session with only the last step left. */
async function buildAlmostDone(personId = asha, changes: Parameters<typeof buildSession>[1] = {}) {
  const session = await buildSession(server, changes)
  await beginSession(server, personId, session, { done: session.steps.length - 1 })
  return session
}
async function completed(count: number, personId = asha) {
  for (let each = 0; each < count; each += 1) {
    const session = await buildSession(server, { minutes: [5] })
    await beginSession(server, personId, session, { done: 1, status: 'COMPLETED' })
  }
}

describe('five completed sessions', () => {
  test('[LRN-15] unlock mentorship and internship, with a notice and a push to every open tab', async () => {
    for (let count = 1; count < SESSIONS_TO_UNLOCK; count += 1) {
      expect((await finish(await buildAlmostDone())).status).toBe(200)
      expect(await flagsOf()).toMatchObject({ curriculum: 'show', internship: 'show' })
    }
    expect([await noticesOf(), profilePushes()]).toEqual([[], []])
    expect((await finish(await buildAlmostDone())).body.sessionStatus).toBe('COMPLETED')
    expect(await flagsOf()).toEqual({ curriculum: 'use', internship: 'use', session: 'use' })
    expect(await noticesOf()).toMatchObject([{ title: 'Now open for you: Mentorship and Internships' }])
    expect(profilePushes()).toHaveLength(1)
    expect(pushedTo(asha)).toContain('notices.changed')
  })

  test('[LRN-15] unlock the areas also if the fifth is completed by quiz answers', async () => {
    await completed(4)
    const session = await buildAlmostDone(asha, {
      content: { 1: [quizItem('ask')] },
      quizzes: { ask: makeQuiz([makeChoice('pick')]) },
    })
    const place = { session: session.id, step: session.steps.at(-1) ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
    expect(replyOf(await sendAnswers(server, asha, place, { answers: { pick: 'bad' } })).standing.sessionStatus).toBe('COMPLETED')
    expect(await flagsOf()).toMatchObject({ curriculum: 'use', internship: 'use' })
  })

  test('[LRN-15] must be hub sessions: mentorship sessions do not count, even after they move to the hub', async () => {
    await completed(3)
    const moved = await buildMentorshipSession(server)
    const { id: mentorshipId } = await buildMentorship(server, { menteeIds: [asha], sessions: [moved] })
    await openCurriculum(server, [asha], 'show')
    await beginSession(server, asha, moved, { done: 2, status: 'COMPLETED', mentorshipId })
    await server.db.updateTable('session').set({ is_learning_hub: true }).where('id', '=', moved.id).execute()
    await finish(await buildAlmostDone())
    expect(await flagsOf()).toMatchObject({ curriculum: 'show', internship: 'show' })
    await finish(await buildAlmostDone())
    expect(await flagsOf()).toMatchObject({ curriculum: 'use', internship: 'use' })
  })

  test('[LRN-15] do not unlock areas that the programme has switched off', async () => {
    const ravi = await buildLocked({ curriculum: 'off', internship: 'show' })
    await completed(4, ravi)
    await finish(await buildAlmostDone(ravi), ravi)
    expect(await flagsOf(ravi)).toMatchObject({ curriculum: 'off', internship: 'use' })
    expect(await noticesOf(ravi)).toMatchObject([{ title: 'Now open for you: Internships', link: '/internship' }])

    const divya = await buildLocked({ curriculum: 'off', internship: 'off' })
    await completed(4, divya)
    await finish(await buildAlmostDone(divya), divya)
    expect(await flagsOf(divya)).toMatchObject({ curriculum: 'off', internship: 'off' })
    expect([await noticesOf(divya), profilePushes(divya)]).toEqual([[], []])
  })

  test('[LRN-15] unlock nothing for others, and notify nobody else', async () => {
    const ravi = await buildLocked({ curriculum: 'show' })
    await completed(4)
    await finish(await buildAlmostDone())
    expect(await flagsOf(ravi)).toMatchObject({ curriculum: 'show' })
    expect(pushedTo(ravi)).toEqual([])
  })

  test('[LRN-15] unlock once: later sessions notify nobody, and areas closed by staff stay closed', async () => {
    await completed(4)
    await finish(await buildAlmostDone())
    await server.db.updateTable('experience').set({ curriculum: 'off' }).where('person_id', '=', asha).execute()
    await finish(await buildAlmostDone())
    expect(await flagsOf()).toMatchObject({ curriculum: 'off', internship: 'use' })
    expect(await noticesOf()).toHaveLength(1)
    expect(profilePushes()).toHaveLength(1)
  })
})

describe('the count', () => {
  test('[LRN-15] is of distinct sessions: repeating one five times counts as one (C49)', async () => {
    await completed(3)
    const session = await buildAlmostDone()
    for (let time = 0; time < 5; time += 1) {
      await server.ask(asha, startSession, { body: { session: session.id } })
      expect((await finish(session)).body.sessionStatus).toBe('COMPLETED')
    }
    expect(await flagsOf()).toMatchObject({ curriculum: 'show', internship: 'show' })
    expect(profilePushes()).toEqual([])
  })

  test('[LRN-15] includes only completed learning-hub sessions', async () => {
    await completed(3)
    const guided = await buildSession(server, { isLearningHub: false })
    await beginSession(server, asha, guided, { done: 2, status: 'COMPLETED' })
    for (let each = 0; each < 3; each += 1) await buildAlmostDone()
    await finish(await buildAlmostDone())
    expect(await flagsOf()).toMatchObject({ curriculum: 'show' })
  })
})

describe('concurrent completion', () => {
  test('[LRN-15] of the fifth by ten requests unlocks once', async () => {
    await completed(4)
    const session = await buildAlmostDone()
    const replies = await Promise.all(Array.from({ length: 10 }, () => finish(session)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await flagsOf()).toMatchObject({ curriculum: 'use', internship: 'use' })
    expect([await noticesOf(), profilePushes()]).toMatchObject([[{}], ['accounts.profile_changed']])
  })

  test('[LRN-15] of the fifth and sixth unlocks once', async () => {
    await completed(4)
    const both = [await buildAlmostDone(), await buildAlmostDone()]
    await Promise.all(both.map((session) => finish(session)))
    expect(await flagsOf()).toMatchObject({ curriculum: 'use', internship: 'use' })
    expect([await noticesOf(), profilePushes()]).toMatchObject([[{}], ['accounts.profile_changed']])
  })

  test('[LRN-15] of the fourth and fifth unlocks, although neither transaction may see the other’s session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await buildLocked({ curriculum: 'show', internship: 'show' })
      await completed(3, person)
      const both = [await buildAlmostDone(person), await buildAlmostDone(person)]
      await server.tokenFor(person)
      await Promise.all(both.map((session) => finish(session, person)))
      expect(await flagsOf(person)).toMatchObject({ curriculum: 'use', internship: 'use' })
      expect(profilePushes(person)).toHaveLength(1)
    }
  })
})

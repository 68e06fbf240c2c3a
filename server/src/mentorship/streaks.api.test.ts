import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { buildSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { sessionClient } from '../../test/session-client.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
let mentorshipSession: BuiltSession
let hub: BuiltSession
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
  const keys = ['one', 'two', 'three', 'four', 'five', 'six']
  const changes = {
    content: { 0: keys.map((key) => quizItem(key, { allowRetake: true })) },
    quizzes: Object.fromEntries(keys.map((key) => [key, makeQuiz([makeChoice('pick')])])),
  }
  mentorshipSession = await buildMentorshipSession(server, changes)
  hub = await buildSession(server, changes)
})

/** The mentorship started at the beginning of October, on a Thursday. */
let [mentorship, asha, mentor] = [0, 0, 0]
beforeEach(async () => {
  const startedAt = new Date('2026-10-01T00:00:00+05:30')
  const built = await buildMentorship(server, { sessions: [mentorshipSession], startedAt, days: 365 })
  ;[mentorship, mentor, asha] = [built.id, built.mentorId, built.menteeIds[0] ?? 0]
})

let numbers = 0
/** Inserts an attempt as if submitted at that time in India. */
async function sent(quiz: string, time: string, { inHub = false, who = asha } = {}) {
  const { steps, quizzes } = inHub ? hub : mentorshipSession
  numbers += 1
  await server.db
    .insertInto('quiz_attempt')
    .values({
      person_id: who,
      mentorship_id: inHub ? null : mentorship,
      step_id: steps[0] ?? 0,
      quiz_id: quizzes.get(quiz) ?? 0,
      number: numbers,
      answers: '{}',
      right_count: 0,
      marked_count: 1,
      submitted_at: new Date(`${time}+05:30`),
    })
    .execute()
}
const weeks = async (who = asha) =>
  (await actions.progress(who, mentorship)).body.quizStreaks.map(({ timestamp }) => new Date(timestamp))
const indian = (time: string) => new Date(`${time}+05:30`)

describe('a week with quizzes', () => {
  test('[MEN-11] counts with three distinct quizzes, from when the third was submitted', async () => {
    await sent('one', '2026-11-02T09:00:00')
    await sent('two', '2026-11-04T09:00:00')
    expect(await weeks()).toEqual([])
    await sent('three', '2026-11-06T09:00:00')
    await sent('four', '2026-11-07T09:00:00')
    expect(await weeks()).toEqual([indian('2026-11-06T09:00:00')])
  })

  test('[MEN-11] does not count with the same quiz three times', async () => {
    for (const day of ['02', '03', '04']) await sent('one', `2026-11-${day}T09:00:00`)
    await sent('two', '2026-11-05T09:00:00')
    expect(await weeks()).toEqual([])
  })

  test('[MEN-11] includes quizzes of the learning hub', async () => {
    await sent('one', '2026-11-02T09:00:00', { inHub: true })
    await sent('one', '2026-11-03T09:00:00')
    await sent('two', '2026-11-04T09:00:00', { inHub: true })
    expect(await weeks()).toEqual([indian('2026-11-04T09:00:00')])
  })

  test('[MEN-11] runs from Monday midnight in India until the next Monday', async () => {
    await sent('one', '2026-11-02T00:00:00')
    await sent('two', '2026-11-05T12:00:00')
    await sent('three', '2026-11-08T23:59:59')
    expect(await weeks()).toEqual([indian('2026-11-08T23:59:59')])
  })

  test('[MEN-11] excludes Sunday 23:59 before it and Monday 00:00 after it', async () => {
    await sent('one', '2026-11-01T23:59:59')
    await sent('two', '2026-11-02T00:00:00')
    await sent('three', '2026-11-08T23:59:00')
    await sent('four', '2026-11-09T00:00:00')
    expect(await weeks()).toEqual([])
    // 05:30 in India is midnight UTC; here it is still the same Monday.
    await sent('five', '2026-11-02T05:29:00')
    expect(await weeks()).toEqual([indian('2026-11-08T23:59:00')])
  })

  test('[MEN-11] counts a quiz again that was also submitted in an earlier week', async () => {
    for (const day of ['02', '03', '04', '09', '10', '11']) {
      const quiz = ['one', 'two', 'three'][(Number(day) - 2) % 7] ?? ''
      await sent(quiz, `2026-11-${day}T09:00:00`)
    }
    expect(await weeks()).toEqual([indian('2026-11-04T09:00:00'), indian('2026-11-11T09:00:00')])
  })
})

test('[MEN-11] the oldest week comes first, in any insertion order', async () => {
  for (const monday of ['2026-11-16', '2026-10-05', '2026-11-02'])
    for (const [at, quiz] of ['one', 'two', 'three'].entries()) await sent(quiz, `${monday}T1${at}:00:00`)
  expect(await weeks()).toEqual(['2026-10-05', '2026-11-02', '2026-11-16'].map((day) => indian(`${day}T12:00:00`)))
})

test('[MEN-11] quizzes submitted before the mentorship, or by the partner, do not count', async () => {
  for (const [at, quiz] of ['one', 'two', 'three'].entries()) {
    await sent(quiz, `2026-09-22T1${at}:00:00`, { inHub: true })
    await sent(quiz, `2026-11-03T1${at}:00:00`, { who: mentor })
  }
  expect(await weeks()).toEqual([])
  expect(await weeks(mentor)).toEqual([indian('2026-11-03T12:00:00')])
})

test('[DAY-46] the next step brings the streak to the hub, kept for seven days and paused after them', async () => {
  const streakOf = async (who: number) => (await server.ask(who, getNextFacts, {})).body.streak
  server.clock.set(indian('2026-11-09T12:00:00'))
  expect(await streakOf(asha)).toBeNull()
  for (const [at, quiz] of ['one', 'two', 'three'].entries()) await sent(quiz, `2026-11-03T1${at}:00:00`)
  expect(await streakOf(asha)).toEqual({ mentorship, weeks: 1, isMaintained: true, quizzesPerWeek: 3 })
  expect(await streakOf(mentor)).toBeNull()
  server.clock.set(indian('2026-11-11T12:00:00'))
  expect(await streakOf(asha)).toEqual({ mentorship, weeks: 1, isMaintained: false, quizzesPerWeek: 3 })
})

import { describe, expect, test } from 'vitest'
import { makeEntry, stepEntry } from '#core/outbox/entry.fake.ts'
import { quizItem, sessionDetail, step } from './detail.fake.ts'
import { withWaiting } from './waiting.ts'

const quizEntry = makeEntry({
  kind: 'learning.quiz',
  input: { session: 3, step: 12, quiz: 5, answers: { why: 'So' }, files: {} },
})
const ratingEntry = makeEntry({ kind: 'learning.rating', input: { session: 3, rating: 4, review: 'Good' } })
const refused = { code: 'learning.quiz_open', text: 'outbox.why.quiz', isTied: true } as const

describe('a session with queued entries', () => {
  test('is the same object when there are none', () => {
    const session = sessionDetail()
    expect(withWaiting(session, undefined, [])).toBe(session)
    expect(withWaiting(session, undefined, [stepEntry(4, 11), stepEntry(3, 11, 7)])).toBe(session)
    expect(withWaiting(session, undefined, [stepEntry(3, 11, undefined, { refusal: refused })])).toBe(session)
  })

  test('[PLT-01] has its steps completed, with their minutes', () => {
    const session = withWaiting(sessionDetail({ sessionStatus: 'NOT_STARTED' }), undefined, [stepEntry(3, 11), stepEntry(3, 12)])
    expect(session.sessionSteps.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'NOT_STARTED'])
    expect(session).toMatchObject({ sessionStatus: 'ONGOING', completedSteps: 2, durationCompleted: 20 })
  })

  test('[PLT-01] does not count a step twice that the server already has', () => {
    const session = sessionDetail({ sessionSteps: [step(11, { status: 'COMPLETED' }), step(12)] })
    expect(withWaiting(session, undefined, [stepEntry(3, 11)])).toMatchObject({ completedSteps: 1, durationCompleted: 10 })
  })

  test.each([
    [undefined, 'COMPLETED'],
    [7, 'PARTIAL_COMPLETE'],
  ] as const)(
    '[PLT-01] has the right status after its last step, in the hub and in a mentorship: %s',
    (mentorship, sessionStatus) => {
      const all = [11, 12, 13].map((id) => stepEntry(3, id, mentorship))
      expect(withWaiting(sessionDetail(), mentorship, all)).toMatchObject({
        sessionStatus,
        completedSteps: 3,
        durationCompleted: 30,
      })
    },
  )

  test('[PLT-01] has its quiz answered at the right step only, and has its rating', () => {
    const steps = [step(11, { content: [quizItem()] }), step(12, { content: [quizItem()] })]
    const session = withWaiting(sessionDetail({ sessionSteps: steps }), undefined, [quizEntry, ratingEntry])
    expect(session.sessionSteps.map(({ content }) => content[0]?.isAnswered)).toEqual([false, true])
    expect(session.feedback).toEqual({ rating: 4, review: 'Good' })
    expect(session.completedSteps).toBe(0)
  })
})

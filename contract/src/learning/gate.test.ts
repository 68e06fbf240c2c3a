import { describe, expect, test } from 'vitest'
import type { Question } from '../questions/entities.ts'
import { makeQuestion } from '../questions/fakes.ts'
import { ContentItem } from '../content/items.ts'
import { type SessionDetail, Step } from './detail.ts'
import { asksForRating, mayGoForward, openQuizzes, openSteps, showsDone, showsMentorshipDone } from './gate.ts'

const makeItem = (changes: Partial<ContentItem> = {}): ContentItem =>
  ContentItem.parse({
    id: 1,
    contentType: 'TEXT',
    text: 'Read this first.',
    localeText: null,
    image: null,
    localeImage: null,
    imageWidth: null,
    imageHeight: null,
    imageBytes: null,
    url: null,
    localeUrl: null,
    quiz: null,
    allowRetake: true,
    isAnswered: false,
    ...changes,
  })

const makeStep = (changes: Partial<Step> = {}): Step =>
  Step.parse({
    id: 1,
    title: 'Listen',
    localeTitle: '',
    duration: 5,
    order: 1,
    status: 'NOT_STARTED',
    content: [makeItem()],
    ...changes,
  })

function quizItem(id: number, questions: Question[], isAnswered = false): ContentItem {
  return makeItem({ id, contentType: 'QUIZ', quiz: { id, helpText: null, localeHelpText: null, questions }, isAnswered })
}

const required = makeQuestion({ key: 'required', mandatory: true })
const optional = makeQuestion({ key: 'optional' })
const withContent = (...content: ContentItem[]) => makeStep({ content })

describe('mayGoForward', () => {
  test('[LRN-10] is true on a step without a quiz', () => {
    expect(mayGoForward(withContent(makeItem(), makeItem({ id: 2 })))).toBe(true)
    expect(mayGoForward(withContent())).toBe(true)
  })

  test('[LRN-10] is false until a quiz with a mandatory question is answered', () => {
    expect(mayGoForward(withContent(makeItem(), quizItem(2, [optional, required])))).toBe(false)
    expect(mayGoForward(withContent(makeItem(), quizItem(2, [optional, required], true)))).toBe(true)
  })

  test('[LRN-10] is false until every mandatory quiz of the step is answered', () => {
    const first = quizItem(2, [required], true)
    const second = quizItem(3, [required])
    expect(mayGoForward(withContent(first, second))).toBe(false)
    expect(openQuizzes(withContent(first, second)).map(({ id }) => id)).toEqual([3])
    expect(mayGoForward(withContent(first, quizItem(3, [required], true)))).toBe(true)
  })

  test('[LRN-10] ignores quizzes that have nothing mandatory to answer', () => {
    const disabled = makeQuestion({ key: 'disabled', mandatory: true, disabled: true })
    const unknown = makeQuestion({ key: 'unknown', mandatory: true, questionType: 'Hologram' })
    expect(mayGoForward(withContent(quizItem(2, [optional]), quizItem(3, [disabled, unknown]), quizItem(4, [])))).toBe(true)
  })
})

test('openSteps returns the other steps that are not completed', () => {
  const steps = [
    makeStep({ id: 1, status: 'COMPLETED' }),
    makeStep({ id: 2 }),
    makeStep({ id: 3 }),
    makeStep({ id: 4, status: 'COMPLETED' }),
  ]
  expect(openSteps(steps, 3).map(({ id }) => id)).toEqual([2])
  expect(openSteps(steps, 4).map(({ id }) => id)).toEqual([2, 3])
  expect(openSteps([makeStep({ id: 1 })], 1)).toEqual([])
})

describe('DONE', () => {
  const earlier = makeStep({ id: 1, order: 1, status: 'COMPLETED' })
  const last = makeStep({ id: 2, order: 2 })
  type Finishing = Parameters<typeof showsDone>[0]
  const session = (changes: Partial<Finishing> = {}): Finishing => ({
    sessionStatus: 'ONGOING',
    sessionSteps: [earlier, last],
    sessionDuration: 10,
    durationCompleted: 5,
    feedback: null,
    ...changes,
  })
  const feedback = { rating: 4, review: '' }
  const whole = { sessionStatus: 'COMPLETED', durationCompleted: 10 } as const

  test('[LRN-12] shows only on the last step', () => {
    expect(showsDone(session(), last)).toBe(true)
    expect(showsDone(session(), earlier)).toBe(false)
    expect(showsDone(session({ sessionSteps: [] }), last)).toBe(false)
  })

  test.each<[SessionDetail['sessionStatus'], number, boolean]>([
    ['NOT_STARTED', 0, true],
    ['ONGOING', 5, true],
    ['ONGOING', 10, true],
    ['PARTIAL_COMPLETE', 10, true],
    ['COMPLETED', 5, true],
    ['COMPLETED', 10, false],
    ['COMPLETED', 12, false],
  ])('[LRN-12] in a session that is %s with %i of 10 minutes shows: %s', (sessionStatus, durationCompleted, shows) => {
    expect(showsDone(session({ sessionStatus, durationCompleted }), last)).toBe(shows)
  })

  test('[LRN-12] is replaced by the rating when the quiz of the last step has completed the session', () => {
    const answered = makeStep({ id: 2, status: 'COMPLETED', content: [quizItem(3, [required], true)] })
    const finished = session({ ...whole, sessionSteps: [earlier, answered] })
    expect([showsDone(finished, answered), asksForRating(finished, answered)]).toEqual([false, true])
    expect([asksForRating(finished, earlier), asksForRating({ ...finished, feedback }, answered)]).toEqual([false, false])
  })

  test.each<SessionDetail['sessionStatus']>(['PARTIAL_COMPLETE', 'COMPLETED'])(
    '[MEN-08] is hidden in a mentorship for a member who is done, and the rating shows until it is given: %s',
    (sessionStatus) => {
      const done = session({ sessionStatus, sessionSteps: [earlier, { ...last, status: 'COMPLETED' }] })
      expect([showsMentorshipDone(done, last), asksForRating(done, last)]).toEqual([false, true])
      expect([asksForRating(done, earlier), asksForRating({ ...done, feedback }, last)]).toEqual([false, false])
      expect(asksForRating(session(), last)).toBe(false)
    },
  )

  test('[LRN-12] is hidden until the mandatory quizzes of the step are answered', () => {
    const asking = makeStep({ id: 2, content: [quizItem(3, [required])] })
    const answered = makeStep({ id: 2, content: [quizItem(3, [required], true)] })
    const notAsking = makeStep({ id: 2, content: [quizItem(3, [optional])] })
    expect(showsDone(session({ sessionSteps: [earlier, asking] }), asking)).toBe(false)
    expect(showsDone(session({ sessionSteps: [earlier, answered] }), answered)).toBe(true)
    expect(showsDone(session({ sessionSteps: [earlier, notAsking] }), notAsking)).toBe(true)
  })

  test('[LRN-12] stays hidden for an answered quiz once the session is complete', () => {
    const answered = makeStep({ id: 2, content: [quizItem(3, [required], true)] })
    expect(showsDone(session({ ...whole, sessionSteps: [earlier, answered] }), answered)).toBe(false)
  })
})

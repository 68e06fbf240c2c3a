import { startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { storedEntries } from '#core/outbox/entry.fake.ts'
// Registers the outbox senders, as on every signed-in page.
import '#app/shell-slots.ts'
import { queryClient } from '#core/query-client.ts'
import { dismissToast, readToasts } from '#core/ui/overlay/toast-store.ts'
import { makeOption } from '#questions/question.fake.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import {
  quizQuestion,
  breath,
  draftKey,
  friend,
  cachedSession,
  quizPath,
  quizState,
  sentState,
  type showPage,
  showQuiz,
  progress,
  stepPath,
  years,
} from './page.fake.tsx'

type Screen = Awaited<ReturnType<typeof showPage>>
const submit = (screen: Screen) => screen.getByRole('button', { name: 'Submit' })
const again = (screen: Screen) => screen.getByRole('button', { name: 'Try again' })
const paper = quizQuestion('paper', { questionType: 'Document', mandatory: true })
const letter = new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' })
const keysOf = (headers: readonly Headers[]) => headers.map((each) => each.get('idempotency-key'))

/** One text field, which is also the last page. */
async function fillFriend(screen: Screen, name = 'Meera') {
  await screen.getByRole('textbox', { name: friend.title }).fill(name)
}

async function choosePaper(screen: Screen) {
  await userEvent.upload(screen.getByLabelText(/Title of paper/), letter)
}

afterEach(() => {
  goOnline()
  readToasts().forEach(({ id }) => dismissToast(id))
})

describe('submitting', () => {
  test('[QST-08] saves every answer, shows thanks, and closes to the step', async () => {
    const screen = await showQuiz(quizState({ questions: [breath, friend] }))
    const { inputs } = answer(saveAnswers, { state: sentState({ questions: [breath, friend] }), standing: progress })
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await screen.getByRole('button', { name: 'Next' }).click()
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    const data = { session: 3, step: 14, quiz: 5, answerJson: { breath: 'safe', friend: 'Meera' }, mentorship: '' }
    expect(inputs).toMatchObject([
      { form: { fields: { data }, keyed: { texts: { breath: 'safe', friend: 'Meera' }, files: {} } } },
    ])
    expect(screen.router.history.length).toBe(1)
  })

  test('[QST-08] a marked quiz shows the result in place of the form, which leads back to the step', async () => {
    const screen = await showQuiz(quizState({ questions: [breath] }))
    const results = [{ questionKey: 'breath', isCorrect: true }]
    const answers = [{ questionKey: 'breath', answer: 'safe' }]
    answer(saveAnswers, { state: sentState({ questions: [breath], answers, results }), standing: progress })
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Thank you for taking the quiz' })).toBeVisible()
    expect(submit(screen).elements()).toEqual([])
    expect(screen.getByRole('radio').elements()).toEqual([])
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
  })

  test('[QST-08] sends the role when the quiz is loaded', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toBeVisible()
    expect(screen.asks[0]?.query.role).toBe('Mentee')
  })

  test('shows thanks where there is nothing to mark', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing: progress })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(() => readToasts().map(({ text }) => text)).toEqual(['Thank you. Your answers are saved.'])
  })

  test('[QST-04] sends numbers as numbers, days as days, choices by key, and no empty answers', async () => {
    const day = quizQuestion('day', { questionType: 'Date' })
    const ways = quizQuestion('ways', {
      questionType: 'MultiChoiceDropDown',
      answerOptions: [makeOption('walk'), makeOption('talk')],
    })
    const questions = [years, day, ways, breath, quizQuestion('blank'), friend]
    const answers = [
      { questionKey: 'day', answer: '2026-11-14' },
      { questionKey: 'ways', answer: ['talk', 'walk'] },
      { questionKey: 'breath', answer: 'safe' },
      { questionKey: 'blank', answer: 'Earlier' },
    ]
    const screen = await showQuiz(quizState({ questions, answers, attempts: 1 }))
    const { inputs } = answer(saveAnswers, { state: sentState({ questions }), standing: progress })
    const next = screen.getByRole('button', { name: 'Next' })
    await screen.getByRole('textbox', { name: years.title }).fill(' 0 ')
    for (const title of ['Title of day', 'Title of ways', breath.title, 'Title of blank']) {
      await next.click()
      await expect.element(screen.getByRole('heading', { level: 1, name: title, exact: false })).toBeVisible()
    }
    await screen.getByRole('textbox', { name: 'Title of blank' }).fill('  ')
    await next.click()
    await fillFriend(screen, ' Meera ')
    await submit(screen).click()
    await expect.poll(() => inputs.length).toBe(1)
    expect(inputs[0]?.form.fields.data.answerJson).toEqual({
      years: 0,
      day: '2026-11-14',
      ways: ['walk', 'talk'],
      breath: 'safe',
      friend: 'Meera',
    })
  })

  test('[QST-08] posts nothing and closes when nothing was answered', async () => {
    const screen = await showQuiz(quizState({ questions: [years] }))
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(readToasts().map(({ text }) => text)).toEqual([expect.stringContaining('nothing to save')])
  })

  test('[LRN-11] lets the server decide whether the step is completed, and refetches the session', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    queryClient.setQueryData<SessionDetail>(['learning', 'session', 3], cachedSession)
    queryClient.setQueryData(['learning', 'sessions', 'mine'], [])
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing: progress })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    const cached = queryClient.getQueryData<SessionDetail>(['learning', 'session', 3])
    expect(cached).toMatchObject({ completedSteps: 1, sessionSteps: [{ content: [{ isAnswered: true }] }] })
    expect(queryClient.getQueryState(['learning', 'session', 3])?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['learning', 'sessions', 'mine'])?.isInvalidated).toBe(true)
  })

  test('removes the draft, and shows the saved answers when opened again', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const answers = [{ questionKey: 'friend', answer: 'Meera K' }]
    answer(saveAnswers, { state: sentState({ questions: [friend], answers, canAnswer: true }), standing: progress })
    await fillFriend(screen)
    expect(localStorage.getItem(draftKey)).toContain('Meera')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(localStorage.getItem(draftKey)).toBeNull()
    answer(getQuiz, 'hang')
    await screen.router.navigate({ href: quizPath })
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toHaveValue('Meera K')
  })

  test('happens once for two quick taps', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const { inputs } = answer(saveAnswers, 'hang')
    await fillFriend(screen)
    const button = submit(screen).element()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    // The form is read before it counts as sent.
    await expect.poll(() => inputs.length).toBe(1)
    await userEvent.keyboard('{Enter}')
    expect(inputs).toHaveLength(1)
  })

  test('disables changes while it is in progress', async () => {
    const screen = await showQuiz(quizState({ questions: [breath] }))
    answer(saveAnswers, 'hang')
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await submit(screen).click()
    await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    await userEvent.keyboard('1')
    await expect.element(screen.getByRole('radio', { name: 'That the room is safe' })).toBeChecked()
    expect(localStorage.getItem(draftKey)).toContain('safe')
  })
})

describe('answers refused by the server', () => {
  test('[QST-08] show the first refused question, with its error text', async () => {
    const screen = await showQuiz(quizState({ questions: [friend, years, quizQuestion('last')] }))
    const errors = { last: ['questions.tooLong'], years: ['mustBeNumeric'] }
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors }))
    await fillFriend(screen)
    await screen.getByRole('button', { name: 'Next' }).click()
    await screen.getByRole('textbox', { name: years.title }).fill('12')
    await screen.getByRole('button', { name: 'Next' }).click()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { name: years.title })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: years.title })).toHaveFocus()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Must be a number')
    await expect.element(screen.getByRole('textbox', { name: years.title })).toHaveValue('12')
    await expect.element(screen.getByText(/This answer needs another look/)).toBeVisible()
    await screen.getByRole('textbox', { name: years.title }).fill('13')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('show an error even for an unknown reason', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors: { friend: ['questions.later'] } }))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('We could not read this answer. Please enter it again.')
  })
})

describe('a failed submission', () => {
  test('keeps everything, and a retry uses the same key', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, refuse('core.broken', 500))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert').getByText(/Everything you entered is still here/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toHaveValue('Meera')
    const working = answer(saveAnswers, { state: sentState({ questions: [friend] }), standing: progress })
    await again(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(keysOf(failing.headers)[0]).toMatch(/./)
    expect(keysOf(working.headers)).toEqual(keysOf(failing.headers))
  })

  test('with a changed answer is a new submission with a new key', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, refuse('core.broken', 500))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [friend] }), standing: progress })
    await fillFriend(screen, 'Ravi')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(keysOf(working.headers)).not.toEqual(keysOf(failing.headers))
  })

  test('[PLT-01] offline queues the answers, and sends them once with the same key when back online', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, 'network')
    await fillFriend(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your answers are saved here' })).toBeVisible()
    await expect.element(screen.getByText(/the marks come then/)).toBeVisible()
    const results = [{ questionKey: 'friend', isCorrect: true }]
    const working = answer(saveAnswers, { state: sentState({ questions: [friend], results }), standing: progress })
    answer(getQuiz, sentState({ questions: [friend], results }))
    goOnline()
    await expect.element(screen.getByRole('heading', { name: 'Thank you for taking the quiz' })).toBeVisible()
    expect(working.inputs).toMatchObject([{ form: { fields: { data: { answerJson: { friend: 'Meera' } } } } }])
    expect(new Set([...keysOf(failing.headers), ...keysOf(working.headers)]).size).toBe(1)
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  test('[PLT-01] that was queued and refused fills the form again', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, 'network')
    await fillFriend(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText('Your answers are saved here')).toBeVisible()
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors: { friend: ['questions.tooLong'] } }))
    goOnline()
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toHaveValue('Meera')
    expect(await storedEntries()).toMatchObject([{ refusal: { text: 'outbox.why.answers' } }])
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing: progress })
    await fillFriend(screen, 'Ravi')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    await expect.poll(storedEntries).toEqual([])
  })

  test('with a password is not stored in the browser: everything stays in the form', async () => {
    const secret = quizQuestion('secret', { questionType: 'Password', mandatory: true })
    const screen = await showQuiz(quizState({ questions: [secret] }))
    answer(saveAnswers, 'network')
    await userEvent.fill(screen.getByLabelText(/Title of secret/), 'seven small kites')
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText(/Submit it when you are back/)).toBeVisible()
    expect(await storedEntries()).toEqual([])
  })

  test('of a session opened by a link starts it first, and is then sent', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    let isBegun = false
    const saved = { state: sentState({ questions: [friend] }), standing: progress }
    const { headers } = answer(saveAnswers, () => (isBegun ? saved : refuse('learning.not_begun', 409)))
    const starting = answer(startSession, () => {
      isBegun = true
      return progress
    })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(starting.inputs).toMatchObject([{ body: { session: 3 } }])
    expect(new Set(keysOf(headers)).size).toBe(1)
  })

  test('[QST-09] whose only attempt was used elsewhere shows those answers', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, refuse('learning.retake_not_allowed', 409))
    await fillFriend(screen)
    answer(getQuiz, sentState({ questions: [friend], answers: [{ questionKey: 'friend', answer: 'Ravi' }] }))
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your answers' })).toBeVisible()
    await expect.element(screen.getByText('retake quiz not allowed')).toBeVisible()
    await expect.element(screen.getByText('Ravi')).toBeVisible()
    expect(localStorage.getItem(draftKey)).toBeNull()
  })
})

describe('with a file', () => {
  test('[QST-07] shows the upload progress and can be cancelled without losing anything', async () => {
    const screen = await showQuiz(quizState({ questions: [paper] }))
    const hanging = answer(saveAnswers, 'hang')
    await choosePaper(screen)
    await submit(screen).click()
    const progressBar = screen.getByRole('progressbar', { name: 'Sending your answers' })
    await expect.element(progressBar).toHaveAttribute('aria-valuetext', '50%')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByText(/Sending was stopped/)).toBeVisible()
    await expect.element(again(screen)).toHaveFocus()
    await expect.element(screen.getByText('letter.pdf')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [paper] }), standing: progress })
    await again(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(working.inputs[0]?.form.keyed.files).toMatchObject({ paper: { name: 'letter.pdf', type: 'application/pdf' } })
    expect(keysOf(working.headers)).toEqual(keysOf(hanging.headers))
  })

  test('[PLT-01] offline queues the file with its bytes', async () => {
    const screen = await showQuiz(quizState({ questions: [paper] }))
    answer(saveAnswers, 'network')
    await choosePaper(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText('Your answers are saved here')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [paper] }), standing: progress })
    answer(getQuiz, sentState({ questions: [paper] }))
    goOnline()
    await expect.poll(() => working.inputs.length).toBe(1)
    expect(working.inputs[0]?.form.keyed.files).toMatchObject({ paper: { name: 'letter.pdf', type: 'application/pdf' } })
    await expect.poll(storedEntries).toEqual([])
  })

  test('without a file shows neither progress nor cancel', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, 'hang')
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' }).elements()).toEqual([])
  })
})

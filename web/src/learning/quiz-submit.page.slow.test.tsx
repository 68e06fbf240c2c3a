import { startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stillWaiting } from '#core/outbox/entry.fake.ts'
// Who sends what waits is said there, for every page of whoever is in.
import '#core/router/shell-slots.ts'
import { queryClient } from '#core/query-client.ts'
import { dismissToast, readToasts } from '#core/ui/toast-store.ts'
import { makeOption } from '#questions/question.fake.ts'
import { goOffline, goOnline } from '../../test/connection.ts'
import { answer, refuse } from '../../test/harness.tsx'
import {
  asked,
  breath,
  draftKey,
  friend,
  heldSession,
  quizPath,
  quizState,
  sentState,
  type showPage,
  showQuiz,
  standing,
  stepPath,
  years,
} from './quiz-page.fake.tsx'

type Screen = Awaited<ReturnType<typeof showPage>>
const submit = (screen: Screen) => screen.getByRole('button', { name: 'Submit' })
const again = (screen: Screen) => screen.getByRole('button', { name: 'Try again' })
const paper = asked('paper', { questionType: 'Document', mandatory: true })
const letter = new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' })
const keysOf = (headers: readonly Headers[]) => headers.map((each) => each.get('idempotency-key'))

/** One line to fill, which is the last page too. */
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
  test('[QST-08] saves every answer, thanks, and closes onto the step', async () => {
    const screen = await showQuiz(quizState({ questions: [breath, friend] }))
    const { inputs } = answer(saveAnswers, { state: sentState({ questions: [breath, friend] }), standing })
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

  test('[QST-08] a marked quiz closes too: its form gives way to the result, and that leads back onto the step', async () => {
    const screen = await showQuiz(quizState({ questions: [breath] }))
    const results = [{ questionKey: 'breath', isCorrect: true }]
    const answers = [{ questionKey: 'breath', answer: 'safe' }]
    answer(saveAnswers, { state: sentState({ questions: [breath], answers, results }), standing })
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Thank you for taking the quiz' })).toBeVisible()
    expect(submit(screen).elements()).toEqual([])
    expect(screen.getByRole('radio').elements()).toEqual([])
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
  })

  test('[QST-08] the role is passed when the quiz is loaded', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toBeVisible()
    expect(screen.asks[0]?.query.role).toBe('Mentee')
  })

  test('says thank you where there is nothing to mark', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(() => readToasts().map(({ text }) => text)).toEqual(['Thank you. Your answers are saved.'])
  })

  test('[QST-04] numbers go as numbers, days as days, choices by their keys, and empty answers not at all', async () => {
    const day = asked('day', { questionType: 'Date' })
    const ways = asked('ways', {
      questionType: 'MultiChoiceDropDown',
      answerOptions: [makeOption('walk'), makeOption('talk')],
    })
    const questions = [years, day, ways, breath, asked('blank'), friend]
    const answers = [
      { questionKey: 'day', answer: '2026-11-14' },
      { questionKey: 'ways', answer: ['talk', 'walk'] },
      { questionKey: 'breath', answer: 'safe' },
      { questionKey: 'blank', answer: 'Earlier' },
    ]
    const screen = await showQuiz(quizState({ questions, answers, attempts: 1 }))
    const { inputs } = answer(saveAnswers, { state: sentState({ questions }), standing })
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

  test('[QST-08] posts nothing where nothing was answered, and closes all the same', async () => {
    const screen = await showQuiz(quizState({ questions: [years] }))
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(readToasts().map(({ text }) => text)).toEqual([expect.stringContaining('nothing to save')])
  })

  test('[LRN-11] leaves it to the server whether the step is completed, and has the session read anew', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    queryClient.setQueryData<SessionDetail>(['learning', 'session', 3], heldSession)
    queryClient.setQueryData(['learning', 'sessions', 'mine'], [])
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    const held = queryClient.getQueryData<SessionDetail>(['learning', 'session', 3])
    expect(held).toMatchObject({ completedSteps: 1, sessionSteps: [{ content: [{ isAnswered: true }] }] })
    expect(queryClient.getQueryState(['learning', 'session', 3])?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['learning', 'sessions', 'mine'])?.isInvalidated).toBe(true)
  })

  test('forgets what was kept on this device, and shows what was saved when opened again', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const answers = [{ questionKey: 'friend', answer: 'Meera K' }]
    answer(saveAnswers, { state: sentState({ questions: [friend], answers, canAnswer: true }), standing })
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

  test('cannot be changed any more while it is on its way', async () => {
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

describe('answers that the server does not take', () => {
  test('[QST-08] lead to the first of them in the order of the questions, with its text', async () => {
    const screen = await showQuiz(quizState({ questions: [friend, years, asked('last')] }))
    const errors = { last: ['questions.tooLong'], years: ['mustBeNumeric'] }
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors }))
    await fillFriend(screen)
    await screen.getByRole('button', { name: 'Next' }).click()
    await screen.getByRole('textbox', { name: years.title }).fill('12')
    await screen.getByRole('button', { name: 'Next' }).click()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { name: years.title })).toHaveFocus()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Must be a number')
    await expect.element(screen.getByRole('textbox', { name: years.title })).toHaveValue('12')
    await expect.element(screen.getByText(/This answer needs another look/)).toBeVisible()
    await screen.getByRole('textbox', { name: years.title }).fill('13')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('are named even where their reason is one that we do not know yet', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors: { friend: ['questions.later'] } }))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('We could not read this answer. Please give it again.')
  })
})

describe('when it cannot be sent', () => {
  test('everything stays, and trying again sends the same under the same key', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, refuse('core.broken', 500))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert').getByText(/Everything you entered is still here/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toHaveValue('Meera')
    const working = answer(saveAnswers, { state: sentState({ questions: [friend] }), standing })
    await again(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(keysOf(failing.headers)[0]).toMatch(/./)
    expect(keysOf(working.headers)).toEqual(keysOf(failing.headers))
  })

  test('an answer changed since is another submission, under a key of its own', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, refuse('core.broken', 500))
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [friend] }), standing })
    await fillFriend(screen, 'Ravi')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(keysOf(working.headers)).not.toEqual(keysOf(failing.headers))
  })

  test('[PLT-01] without a connection the answers wait here, and are sent once, under the same key, when it is back', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    const failing = answer(saveAnswers, 'network')
    await fillFriend(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your answers are saved here' })).toBeVisible()
    await expect.element(screen.getByText(/the marks come then/)).toBeVisible()
    const results = [{ questionKey: 'friend', isCorrect: true }]
    const working = answer(saveAnswers, { state: sentState({ questions: [friend], results }), standing })
    answer(getQuiz, sentState({ questions: [friend], results }))
    goOnline()
    await expect.element(screen.getByRole('heading', { name: 'Thank you for taking the quiz' })).toBeVisible()
    expect(working.inputs).toMatchObject([{ form: { fields: { data: { answerJson: { friend: 'Meera' } } } } }])
    expect(new Set([...keysOf(failing.headers), ...keysOf(working.headers)]).size).toBe(1)
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  test('[PLT-01] answers that waited and were refused are in the form again', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, 'network')
    await fillFriend(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText('Your answers are saved here')).toBeVisible()
    answer(saveAnswers, refuse('learning.answers_rejected', 422, 'No.', { errors: { friend: ['questions.tooLong'] } }))
    goOnline()
    await expect.element(screen.getByRole('textbox', { name: friend.title })).toHaveValue('Meera')
    expect(await stillWaiting()).toMatchObject([{ refusal: { text: 'outbox.why.answers' } }])
    answer(saveAnswers, { state: sentState({ questions: [friend] }), standing })
    await fillFriend(screen, 'Ravi')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    await expect.poll(stillWaiting).toEqual([])
  })

  test('a secret is not left in the browser: everything stays in the form', async () => {
    const secret = asked('secret', { questionType: 'Password', mandatory: true })
    const screen = await showQuiz(quizState({ questions: [secret] }))
    answer(saveAnswers, 'network')
    await userEvent.fill(screen.getByLabelText(/Title of secret/), 'seven small kites')
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText(/Submit it when you are back/)).toBeVisible()
    expect(await stillWaiting()).toEqual([])
  })

  test('a session that was opened by a link is started first, and then it is sent', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    let isBegun = false
    const saved = { state: sentState({ questions: [friend] }), standing }
    const { headers } = answer(saveAnswers, () => (isBegun ? saved : refuse('learning.not_begun', 409)))
    const starting = answer(startSession, () => {
      isBegun = true
      return standing
    })
    await fillFriend(screen)
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(starting.inputs).toMatchObject([{ body: { session: 3 } }])
    expect(new Set(keysOf(headers)).size).toBe(1)
  })

  test('[QST-09] a try that was spent elsewhere is shown as it was sent then', async () => {
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
  test('[QST-07] shows how far it has gone and can be stopped, with everything kept', async () => {
    const screen = await showQuiz(quizState({ questions: [paper] }))
    const hanging = answer(saveAnswers, 'hang')
    await choosePaper(screen)
    await submit(screen).click()
    const progress = screen.getByRole('progressbar', { name: 'Sending your answers' })
    await expect.element(progress).toHaveAttribute('aria-valuetext', '50%')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByText(/Sending was stopped/)).toBeVisible()
    await expect.element(again(screen)).toHaveFocus()
    await expect.element(screen.getByText('letter.pdf')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [paper] }), standing })
    await again(screen).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(working.inputs[0]?.form.keyed.files).toMatchObject({ paper: { name: 'letter.pdf', type: 'application/pdf' } })
    expect(keysOf(working.headers)).toEqual(keysOf(hanging.headers))
  })

  test('[PLT-01] without a connection it waits here with its bytes', async () => {
    const screen = await showQuiz(quizState({ questions: [paper] }))
    answer(saveAnswers, 'network')
    await choosePaper(screen)
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText('Your answers are saved here')).toBeVisible()
    const working = answer(saveAnswers, { state: sentState({ questions: [paper] }), standing })
    answer(getQuiz, sentState({ questions: [paper] }))
    goOnline()
    await expect.poll(() => working.inputs.length).toBe(1)
    expect(working.inputs[0]?.form.keyed.files).toMatchObject({ paper: { name: 'letter.pdf', type: 'application/pdf' } })
    await expect.poll(stillWaiting).toEqual([])
  })

  test('without one there is nothing to watch or to stop', async () => {
    const screen = await showQuiz(quizState({ questions: [friend] }))
    answer(saveAnswers, 'hang')
    await fillFriend(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' }).elements()).toEqual([])
  })
})

import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { doubleTap, fingerOn } from '../../../test/finger.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { storeStep } from '../session/resume-storage.ts'
import { quizQuestion, breath, draftKey, friend, quizPath, quizState, showPage, showQuiz, stepPath, years } from './page.fake.tsx'

const first = breath.title
const second = friend.title
const third = years.title

describe('one question after the other', () => {
  test('[QST-08] each has a page, with previous, next, and submit on the last', async () => {
    const screen = await showQuiz()
    const title = (name: string) => screen.getByRole('heading', { level: 1, name, exact: false })
    await expect.element(title(first)).toBeVisible()
    expect(screen.getByText(second).elements()).toEqual([])
    await expect
      .element(screen.getByRole('progressbar', { name: 'Progress in the quiz' }))
      .toHaveAttribute('aria-valuetext', 'Question 1 of 3')
    await expect.element(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')

    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(title(second)).toBeVisible()
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
    await screen.getByRole('textbox', { name: second }).fill('Meera')
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(title(third)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Submit' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next' }).elements()).toEqual([])

    await screen.getByRole('button', { name: 'Previous' }).click()
    await expect.element(screen.getByRole('textbox', { name: second })).toHaveValue('Meera')
  })

  test('[QST-08] a double tap on Next turns one page, and a later tap the next', async () => {
    const last = quizQuestion('last', { title: 'Anything else?' })
    const screen = await showQuiz(quizState({ questions: [breath, years, last] }))
    const saved = answer(saveAnswers, 'hang')
    const next = screen.getByRole('button', { name: 'Next' })
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await doubleTap(next.element())
    await expect.element(screen.getByRole('heading', { level: 1, name: third })).toBeVisible()
    await fingerOn(next.element())(10)
    await expect.element(screen.getByRole('heading', { level: 1, name: last.title })).toBeVisible()
    expect(saved.inputs).toEqual([])
  })

  test('[QST-08] on a wide screen Next stays where it is from question to question', async () => {
    const { innerWidth, innerHeight } = window
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    await page.viewport(1280, 900)
    const screen = await showQuiz(quizState({ questions: [breath, years, friend] }))
    const next = screen.getByRole('button', { name: 'Next' })
    await expect.element(next).toBeVisible()
    const before = next.element().getBoundingClientRect().top
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await next.click()
    await expect.element(screen.getByRole('heading', { level: 1, name: third })).toBeVisible()
    expect(next.element().getBoundingClientRect().top).toBeCloseTo(before, 0)
  })

  test('[QST-08] a double click on Next turns one page', async () => {
    const screen = await showQuiz(quizState({ questions: [breath, years] }))
    const saved = answer(saveAnswers, 'hang')
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await screen.getByRole('button', { name: 'Next' }).dblClick()
    await expect.element(screen.getByRole('button', { name: 'Submit' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { level: 1, name: third })).toBeVisible()
    expect(saved.inputs).toEqual([])
  })

  test('[QST-08] the keyboard alone is enough, and the title is focused on each page', async () => {
    const screen = await showQuiz()
    await expect.element(screen.getByRole('heading', { name: first, exact: false })).toBeVisible()
    screen.getByRole('radio', { name: 'That you need to hurry' }).element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('radio', { name: 'That the room is safe' })).toBeChecked()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: second, exact: false })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('Meera{Enter}')
    await expect.element(screen.getByRole('heading', { name: third, exact: false })).toHaveFocus()
  })

  test('Enter on the title goes on, but not while it is held down', async () => {
    const screen = await showQuiz(quizState({ questions: [quizQuestion('one'), quizQuestion('two'), quizQuestion('three')] }))
    await screen.getByRole('button', { name: 'Next' }).click()
    const two = screen.getByRole('heading', { name: 'Title of two', exact: false })
    await expect.element(two).toHaveFocus()
    two.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }))
    await expect.element(two).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'Title of three', exact: false })).toBeVisible()
  })

  test('Enter in a text area is a new line', async () => {
    const screen = await showQuiz(quizState({ questions: [quizQuestion('story', { questionType: 'TextBox' }), friend] }))
    const box = screen.getByRole('textbox', { name: 'Title of story' })
    await box.click()
    await userEvent.keyboard('One{Enter}Two')
    await expect.element(box).toHaveValue('One\nTwo')
  })

  test('the Enter that ends a composition does not go on', async () => {
    const screen = await showQuiz(quizState({ questions: [friend, years] }))
    const field = screen.getByRole('textbox', { name: second })
    await field.fill('मीरा')
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))
    await userEvent.keyboard('!')
    await expect.element(field).toHaveValue('मीरा!')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: third, exact: false })).toBeVisible()
  })
})

describe('only the current question is checked', () => {
  test('[QST-03] required and empty: the field shows an error, and the page stays', async () => {
    const screen = await showQuiz()
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    await expect.element(screen.getByRole('heading', { name: first, exact: false })).toBeVisible()
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[QST-03] not a number: the field shows an error, and going back is possible', async () => {
    const screen = await showQuiz(quizState({ questions: [quizQuestion('one'), years] }))
    await screen.getByRole('button', { name: 'Next' }).click()
    await screen.getByRole('textbox', { name: third }).fill('twelve')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Must be a number')
    await screen.getByRole('button', { name: 'Previous' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Title of one', exact: false })).toBeVisible()
  })

  test('[QST-08] later required questions do not block', async () => {
    const screen = await showQuiz(quizState({ questions: [years, friend] }))
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(screen.getByRole('heading', { name: second, exact: false })).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[QST-11] a disabled question is shown and does not block', async () => {
    const closed = quizQuestion('closed', { mandatory: true, disabled: true, helpText: 'Comes later.' })
    const screen = await showQuiz(quizState({ questions: [closed, friend] }))
    await expect.element(screen.getByRole('textbox', { name: 'Title of closed' })).toBeDisabled()
    await expect.element(screen.getByText('Comes later.')).toBeVisible()
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(screen.getByRole('heading', { name: second, exact: false })).toBeVisible()
  })
})

describe('the quiz introduction', () => {
  test('[QST-11] shows the help text in the reader’s language', async () => {
    const screen = await showQuiz(quizState({ helpText: 'Three short questions.', localeHelpText: 'तीन छोटे सवाल।' }))
    await expect.element(screen.getByText('तीन छोटे सवाल।')).toBeVisible()
    expect(screen.getByText('Three short questions.').elements()).toEqual([])
  })

  test('[QST-11] shows the original help text without a translation', async () => {
    const screen = await showQuiz(quizState({ helpText: 'Three short questions.' }))
    await expect.element(screen.getByText('Three short questions.')).toBeVisible()
  })

  test('[QST-09] marks a retake, with the earlier answers in the fields', async () => {
    const answers = [{ questionKey: 'breath', answer: 'safe' }]
    const screen = await showQuiz(quizState({ attempts: 1, allowRetake: true, answers }))
    await expect.element(screen.getByText('Retake quiz')).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: 'That the room is safe' })).toBeChecked()
  })

  test('does not mark the first attempt as a retake', async () => {
    const screen = await showQuiz()
    await expect.element(screen.getByRole('heading', { name: first, exact: false })).toBeVisible()
    expect(screen.getByText('Retake quiz').elements()).toEqual([])
  })

  test('says when there are no questions', async () => {
    const screen = await showQuiz(quizState({ questions: [] }))
    await expect.element(screen.getByRole('heading', { name: 'No questions here yet' })).toBeVisible()
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
  })
})

describe('unsent answers', () => {
  test('[QST-08] are restored after a reload, at the last question reached', async () => {
    const screen = await showQuiz()
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await screen.getByRole('button', { name: 'Next' }).click()
    await screen.getByRole('textbox', { name: second }).fill('Mee')
    await screen.unmount()

    const again = await showPage()
    await expect.element(again.getByRole('textbox', { name: second })).toHaveValue('Mee')
    await expect.element(again.getByText('We kept what you had answered.')).toBeVisible()
    await again.getByRole('button', { name: 'Previous' }).click()
    await expect.element(again.getByRole('radio', { name: 'That the room is safe' })).toBeChecked()
  })

  test('never store a password', async () => {
    const secret = quizQuestion('secret', { questionType: 'Password' })
    const screen = await showQuiz(quizState({ questions: [secret, friend] }))
    await screen.getByLabelText('Title of secret').fill('Kite@2026')
    await screen.getByRole('button', { name: 'Next' }).click()
    await screen.getByRole('textbox', { name: second }).fill('Meera')
    expect(localStorage.getItem(draftKey)).toContain('Meera')
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Kite@2026')
  })

  test('do not prompt when leaving, which leads to the step and removes the quiz from the history', async () => {
    const screen = await showQuiz()
    await screen.getByRole('radio', { name: 'That the room is safe' }).click()
    await screen.getByRole('link', { name: 'Close quiz' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(screen.router.history.length).toBe(1)
    expect(localStorage.getItem(draftKey)).toContain('safe')
  })
})

test('the quiz page has its own buttons in place of the tab bar', async () => {
  answer(getQuiz, quizState())
  const screen = await showApp({ profile: makeProfile(), path: quizPath })
  await expect.element(screen.getByRole('heading', { level: 1, name: first, exact: false })).toBeVisible()
  await expect.element(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
})

describe('an address that does not name a quiz', () => {
  test.each(['', '?session=3&step=14', '?session=3&step=14&quiz=x'])('redirects to the hub: %s', async (search) => {
    const screen = await showPage(`/session/step/quiz/${search}`)
    await expect.poll(screen.pathNow).toBe('/learninghub')
  })

  test('redirects to the player if a session is stored', async () => {
    storeStep(3, 14)
    const screen = await showPage('/session/step/quiz/')
    await expect.poll(screen.pathNow).toBe('/session/step')
  })
})

describe('without data', () => {
  test('shows that it is loading', async () => {
    answer(getQuiz, 'hang')
    const screen = await showPage()
    await expect.element(screen.getByRole('status').getByText('Loading the quiz')).toBeInTheDocument()
  })

  test('shows a failure and loads after a retry', async () => {
    answer(getQuiz, refuse('core.broken', 500))
    const screen = await showPage()
    await expect.element(screen.getByRole('alert').getByText('We could not load this quiz')).toBeVisible()
    const { inputs } = answer(getQuiz, quizState())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: first, exact: false })).toBeVisible()
    expect(inputs).toMatchObject([{ params: { session: 3, step: 14, quiz: 5 } }])
  })

  test('shows that the device is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(getQuiz, 'network')
    const screen = await showPage()
    await expect.element(screen.getByText('You are offline. It comes back with your connection.')).toBeVisible()
    onLine.mockRestore()
  })

  test('shows that the quiz does not exist, and links back to the step', async () => {
    answer(getQuiz, refuse('learning.quiz_not_found', 404))
    const screen = await showPage()
    await expect.element(screen.getByRole('heading', { name: 'We could not find this quiz' })).toBeVisible()
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
  })

  test.each(['learning.session_not_found', 'learning.step_not_found'])(
    'links to the hub when the step does not exist: %s',
    async (code) => {
      answer(getQuiz, refuse(code, 404))
      const screen = await showPage(quizPath)
      await screen.getByRole('link', { name: 'Go to the Learning Hub' }).click()
      await expect.poll(screen.pathNow).toBe('/learninghub')
    },
  )
})

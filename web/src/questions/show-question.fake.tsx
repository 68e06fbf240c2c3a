import { checkAnswers } from '@saathi/contract/questions/answers'
import type { Question } from '@saathi/contract/questions/entities'
import { type FormEvent, useState } from 'react'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { makeProfile, show } from '../../test/harness.tsx'
import { checkDraft, type DraftValue, type Problem, splitDraft } from './draft.ts'
import { QuestionField } from './question-field.tsx'
import { makeQuestion } from './question.fake.ts'

type ShowOptions = { value?: DraftValue; alone?: boolean; language?: 'en' | 'hi'; notes?: boolean }

/** One question as on a page: the answer is validated on submit. */
export async function showQuestion(changes: Partial<Question>, options: ShowOptions = {}) {
  const question = makeQuestion(changes)
  const fieldValue = { value: options.value }
  const pageProps = { alone: options.alone }

  function QuestionForm() {
    const [value, setValue] = useState(options.value)
    const [problem, setProblem] = useState<Problem>()

    function handleChange(next: DraftValue) {
      fieldValue.value = next
      setValue(next)
      setProblem(undefined)
    }

    function handleSubmit(event: FormEvent) {
      event.preventDefault()
      setProblem(checkDraft(question, value))
    }

    return (
      <main>
        <form noValidate onSubmit={handleSubmit}>
          <QuestionField question={question} value={value} problem={problem} onChange={handleChange} {...pageProps} />
          <button type="submit">Hand in</button>
          {options.notes && <input aria-label="Notes" />}
        </form>
      </main>
    )
  }

  const { language } = options
  const screen = await show(<QuestionForm />, language ? { language, profile: makeProfile() } : {})
  const button = screen.getByRole('button', { name: 'Hand in' })
  await expect.element(button).toBeVisible()
  return {
    screen,
    handIn: () => button.click(),
    fieldValue: () => fieldValue.value,
    /** The answer in stored form. */
    storedAnswer: () =>
      checkAnswers([question], splitDraft([question], { [question.key]: fieldValue.value }).answers).answers[question.key],
  }
}

/** Moves the focus into the question with Tab, from the top of the page. */
export async function tabIn() {
  document.body.tabIndex = -1
  document.body.focus()
  await userEvent.tab()
  document.body.removeAttribute('tabindex')
}

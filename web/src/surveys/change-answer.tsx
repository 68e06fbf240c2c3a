import { Answer, type Question, typeOf } from '@saathi/contract/questions/entities'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import { useId, useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import { checkDraft, type DraftValue, type Problem, QuestionField, serverProblem, splitDraft } from '#questions/public.ts'
import { useChangeAnswer } from './queries.ts'
import type { StageAddress } from './survey-address.ts'

type ChangeAnswerProps = {
  address: StageAddress
  question: Question
  current: SurveyAnswer['answer'] | undefined
  open: boolean
  onClose: () => void
}

/** Number fields contain text. */
function draftOf(question: Question, current: SurveyAnswer['answer'] | undefined): DraftValue {
  if (typeof current === 'boolean') return undefined
  return typeOf(question) === 'Number' && current !== undefined ? String(current) : current
}

/** Dialog to change one submitted answer. */
export function ChangeAnswer({ address, question, current, open, onClose }: ChangeAnswerProps) {
  const t = useText()
  const formId = useId()
  const [value, setValue] = useState<DraftValue>(() => draftOf(question, current))
  const [problem, setProblem] = useState<Problem>()
  const changing = useChangeAnswer(address)
  const isRejected = changing.error instanceof ApiError && changing.error.code === 'surveys.answers_rejected'

  function handleChange(next: DraftValue) {
    setValue(next)
    setProblem(undefined)
    changing.reset()
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkDraft(question, value)
    setProblem(found)
    if (found || changing.isPending) return
    const { answers } = splitDraft([question], { [question.key]: value })
    const answer = readAnswer(answers[question.key])
    changing.mutate({ questionKey: question.key, answer }, { onSuccess: handleSaved, onError: handleError })
  }

  function handleSaved() {
    onClose()
    showToast({ text: t('surveys.change.done') })
  }

  function handleError(error: Error) {
    const [code] = (error instanceof ApiError && error.errors?.[question.key]) || []
    if (code) setProblem(serverProblem(code, question, value))
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      blocking={changing.isPending}
      size="md"
      sheet
      title={t('surveys.change.title')}
      text={t('surveys.change.text')}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            {t('surveys.change.cancel')}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={changing.isPending} busyLabel={t('surveys.change.saving')}>
            {t('surveys.change.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <QuestionField question={question} value={value} problem={problem} onChange={handleChange} />
        {changing.error && !isRejected && (
          <Note tone="bad" live="alert">
            {t(errorTextKey(changing.error))}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

/** An empty field deletes the answer. */
const readAnswer = (value: unknown): Answer | null => z.safeParse(Answer, value).data ?? null

import type { Answer, Question } from '@saathi/contract/questions/entities'
import type { AnswerCorrection, AnsweredSurvey, CorrectableAnswer } from '@saathi/contract/surveys/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { checkDraft, type DraftValue, type Problem, QuestionField, titleOf, wordsOf } from '#questions/public.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import css from './people.module.css'
import { answersQuery, useCorrectAnswer } from './queries.ts'
import { ReasonGate } from './reason.tsx'

/** The full survey answers of one person. Opening them requires a reason and is recorded separately. */
export function AnswersPage() {
  const t = useText()
  const params: { personId?: string } = useParams({ strict: false })
  const personId = Number(params.personId) || 0
  return (
    <>
      <p>
        <Link to="/staff/people/$personId" params={{ personId: String(personId) }}>
          {t('staff.answers.back')}
        </Link>
      </p>
      <ReasonGate key={personId} title={t('staff.answers.title')}>
        {(reason) => <Answers personId={personId} reason={reason} />}
      </ReasonGate>
    </>
  )
}

function Answers({ personId, reason }: { personId: number; reason: string }) {
  const t = useText()
  const found = useQuery(answersQuery(personId, reason))
  return (
    <>
      <PageHead title={t('staff.answers.title')} text={t('staff.answers.text')} />
      <QueryStates query={found}>
        {({ surveys, corrections }) => (
          <>
            {surveys.length === 0 && <Empty title={t('staff.answers.none')} />}
            {surveys.map((survey) => (
              <SurveyCard key={survey.id} personId={personId} survey={survey} />
            ))}
            {corrections.length > 0 && <Corrections corrections={corrections} />}
          </>
        )}
      </QueryStates>
    </>
  )
}

function SurveyCard({ personId, survey }: { personId: number; survey: AnsweredSurvey }) {
  const t = useText()
  const [correcting, setCorrecting] = useState<CorrectableAnswer | null>(null)
  return (
    <Card>
      <h2>{survey.name}</h2>
      {!survey.isComplete && <p className={css.hint}>{t('staff.answers.incomplete')}</p>}
      <ul className={css.answers}>
        {survey.answers.map((row) => (
          <li key={`${row.stage} ${row.question.key}`}>
            <div>
              <b>{titleOf(row.question)}</b>
              <AnswerText question={row.question} answer={row.answer} />
              {row.isScored && <Chip>{t('staff.answers.scored')}</Chip>}
            </div>
            <Button
              size="sm"
              kind="line"
              onClick={() => setCorrecting(row)}
              aria-label={t('staff.answers.correctOne', { question: titleOf(row.question) })}
            >
              {t('staff.answers.correct')}
            </Button>
          </li>
        ))}
      </ul>
      {correcting && <CorrectDialog personId={personId} row={correcting} onClose={() => setCorrecting(null)} />}
    </Card>
  )
}

function AnswerText({ question, answer }: { question: Question | undefined; answer: Answer | null }) {
  const t = useText()
  if (answer === null) return <p className={css.hint}>{t('staff.answers.noAnswer')}</p>
  return <p dir="auto">{question ? wordsOf(question, answer) : String(answer)}</p>
}

const toDraft = (answer: Answer | null): DraftValue => (answer === null || typeof answer === 'boolean' ? undefined : answer)
const fromDraft = (value: DraftValue): Answer | null =>
  typeof value === 'string' || typeof value === 'number' ? value : Array.isArray(value) ? [...value] : null

type CorrectDialogProps = { personId: number; row: CorrectableAnswer; onClose: () => void }

function CorrectDialog({ personId, row: { stage, question, answer, isScored }, onClose }: CorrectDialogProps) {
  const t = useText()
  const [value, setValue] = useState<DraftValue>(toDraft(answer))
  const [problem, setProblem] = useState<Problem>()
  const [reason, setReason] = useState('')
  const correcting = useCorrectAnswer(personId, () => {
    showToast({ text: t('staff.answers.done') })
    onClose()
  })
  function handleSubmit() {
    const found = checkDraft(question, value)
    setProblem(found)
    const answer = fromDraft(value)
    if (!found) correcting.mutate({ stage, questionKey: question.key, answer: answer === '' ? null : answer, reason })
  }
  return (
    <FormDialog
      action={correcting}
      title={t('staff.answers.correct')}
      text={t(isScored ? 'staff.answers.scoredText' : 'staff.answers.correctText')}
      button={t('staff.answers.correct')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <div className={css.correction}>
        <QuestionField question={question} value={value} problem={problem} onChange={setValue} />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </FormDialog>
  )
}

function Corrections({ corrections }: { corrections: readonly AnswerCorrection[] }) {
  const t = useText()
  const language = useLanguage()
  const show = (answer: Answer | null) =>
    answer === null ? t('staff.answers.noAnswer') : Array.isArray(answer) ? answer.join(', ') : String(answer)
  return (
    <Card>
      <h2>{t('staff.answers.corrections')}</h2>
      <ul className={css.looks}>
        {corrections.map(({ id, question, before, after, reason, by, at }) => (
          <li key={id}>
            <b>{question}</b>
            <small dir="auto">{t('staff.answers.change', { before: show(before), after: show(after) })}</small>
            <small>{t('staff.answers.because', { name: by ?? t('staff.look.former'), reason })}</small>
            <small>{dayAndTime(at, language)}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

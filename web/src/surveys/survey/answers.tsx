import { Answer, type Question, typeOf } from '@saathi/contract/questions/entities'
import { inPageOrder } from '@saathi/contract/questions/order'
import type { StageAnswers as AnswersOfStage, SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { StageQuestion, StageSummary, Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { useState, useId, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import {
  checkDraft,
  type DraftValue,
  type Problem,
  QuestionField,
  runnerFrame,
  serverProblem,
  splitDraft,
} from '#questions/public.ts'
import { AnswerText } from './answer-text.tsx'
import { FailedSurveys } from '../page-states.tsx'
import { allAnswersQuery, stageQuery, useChangeAnswer } from '../queries.ts'
import type { StageAddress } from '../survey-address.ts'
import css from './answers.module.css'
import { SurveyClose, SurveyPanel } from './panel.tsx'
import { nameOf } from '../survey-words.ts'

/** The submitted answers, with a button to change those that can be changed. */
export function SurveyAnswers({ survey }: { survey: Survey }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(allAnswersQuery(survey.id))
  const sent = survey.stages.filter(({ status }) => status === 'COMPLETE')
  return (
    <SurveyPanel background={survey.backgroundImage}>
      <header className={runnerFrame.head}>
        <SurveyClose label={t('surveys.answers.close')} survey={survey.id} />
      </header>
      <div className={css.body}>
        <div>
          <p className={css.of}>{nameOf(survey)}</p>
          <h1>{t('surveys.answers.title')}</h1>
        </div>
        <Note tone="info">{t('surveys.answers.correct')}</Note>
        {data && sent.length === 0 && <p className={css.open}>{t('surveys.answers.none')}</p>}
        {data &&
          sent.map((stage) => (
            <StageAnswers
              key={stage.id}
              survey={survey.id}
              stage={stage}
              stageAnswers={data.find((each) => each.stage === stage.id)}
            />
          ))}
        {!data && error && (
          <FailedSurveys of="answers" error={error} isFetching={isFetching} onRetry={() => void refetch()} level={2} />
        )}
        {!data && !error && <AnswersSkeleton />}
      </div>
    </SurveyPanel>
  )
}

type StageAnswersProps = { survey: number; stage: StageSummary; stageAnswers: AnswersOfStage | undefined }

function StageAnswers({ survey, stage, stageAnswers }: StageAnswersProps) {
  const id = `answers-of-${stage.id}`
  const { data, error, isFetching, refetch } = useQuery(stageQuery(stage.id))
  const questions = inPageOrder(data?.pages.flatMap((page) => page.questions) ?? [])
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.stage}>
        {nameOf(stage)}
      </h2>
      {!data && error && (
        <FailedSurveys of="answers" error={error} isFetching={isFetching} onRetry={() => void refetch()} level={2} />
      )}
      {!data && !error && <AnswersSkeleton />}
      <dl className={css.list}>
        {questions.map((question) => (
          <OneAnswer key={question.key} address={{ survey, stage: stage.id }} question={question} stageAnswers={stageAnswers} />
        ))}
      </dl>
    </section>
  )
}

type OneAnswerProps = { address: StageAddress; question: StageQuestion; stageAnswers: AnswersOfStage | undefined }

function OneAnswer({ address, question, stageAnswers }: OneAnswerProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const answer = stageAnswers?.answers.find(({ questionKey }) => questionKey === question.key)?.answer
  const title = question.localeTitle || question.title
  return (
    <div className={css.item}>
      <dt>{title}</dt>
      <dd>
        {answer === undefined ? (
          <span className={css.open}>{t('surveys.answers.open')}</span>
        ) : (
          <span className={css.given}>
            <AnswerText question={question} answer={answer} />
          </span>
        )}
        {stageAnswers?.changeable?.includes(question.key) && (
          <Button kind="quiet" size="sm" aria-label={t('surveys.change.of', { question: title })} onClick={() => setOpen(true)}>
            {t('surveys.change')}
          </Button>
        )}
      </dd>
      {/* Mounted each time, so that it starts with the current answer. */}
      {isOpen && <ChangeAnswer open address={address} question={question} current={answer} onClose={() => setOpen(false)} />}
    </div>
  )
}

function AnswersSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('surveys.loading.answers')} className={css.list}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="64px" />
      ))}
    </SkeletonGroup>
  )
}

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
function ChangeAnswer({ address, question, current, open, onClose }: ChangeAnswerProps) {
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

import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import noResults from '#art/no-results.svg'
import { ApiError } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { RunnerSaved } from '#questions/public.ts'
import { AreaTitle, LockedHub } from '../page-states.tsx'
import '../live.ts'
import { useSessionContext } from '../session/context.tsx'
import { type QuizAddress, useQuizAddress, useQuizLinks } from './address.ts'
import { QuizForm, QuizSkeleton } from './form.tsx'
import { quizQuery } from './queries.ts'
import { QuizResult } from './result.tsx'
import { lastSession } from '../session/resume-storage.ts'
import css from '../session/gate.module.css'
import { useWaitingQuiz } from '../session/waiting.ts'

export function QuizPage() {
  const { experiences } = useProfile().status
  const { address, wantsResult } = useQuizAddress()
  if (experiences.session !== 'use') return <LockedHub />
  // The player finds the last session in storage; without one, go to the hub.
  if (!address) return <Navigate to={lastSession() === undefined ? '/learninghub' : '/session/step'} replace />
  return <QuizAt address={address} wantsResult={wantsResult} />
}

type QuizAtProps = { address: QuizAddress; wantsResult: boolean }

export function QuizAt({ address, wantsResult }: QuizAtProps) {
  const t = useText()
  const { session, step, quiz } = address
  return (
    <>
      <AreaTitle of={t('learning.quiz.title')} />
      <OneQuiz key={`${session}.${step}.${quiz}`} address={address} wantsResult={wantsResult} />
    </>
  )
}

function OneQuiz({ address, wantsResult }: QuizAtProps) {
  const t = useText()
  const context = useSessionContext()
  const { data, error, isFetching, refetch } = useQuery(quizQuery(context, address))
  const waiting = useWaitingQuiz(address, context.mentorship)
  const isWaiting = waiting !== undefined && !waiting.refusal
  // Readers who stay until the answers are sent see the marks.
  const [hasWaited, setWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setWaited(true)
  if (isWaiting) return <RunnerSaved text={t('outbox.quizSaved.text')} action={<BackToStep address={address} />} />
  if (data) return <FormOrResult state={data} address={address} wantsResult={wantsResult || hasWaited} />
  if (error instanceof ApiError && error.status === 404) return <NotFound address={address} code={error.code} />
  if (error) return <FailedQuiz error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  return <QuizSkeleton />
}

function FormOrResult({ state, address, wantsResult }: QuizAtProps & { state: QuizState }) {
  const t = useText()
  const { isReadOnly } = useSessionContext()
  const isSent = state.attempts > 0
  if (isReadOnly && !isSent) return <NeverAnswered address={address} />
  if (isReadOnly || !state.canAnswer || (wantsResult && isSent)) return <QuizResult state={state} address={address} />
  if (state.quiz.questions.length > 0) return <QuizForm state={state} address={address} />
  return (
    <Nothing
      title={t('learning.quiz.empty.title')}
      text={t('learning.quiz.empty.text')}
      action={<BackToStep address={address} />}
    />
  )
}

function NeverAnswered({ address }: { address: QuizAddress }) {
  const t = useText()
  const { notice } = useSessionContext()
  return (
    <Nothing
      notice={notice}
      title={t('learning.quiz.unanswered.title')}
      text={t('learning.quiz.unanswered.text')}
      action={<BackToStep address={address} />}
    />
  )
}

function NotFound({ address, code }: { address: QuizAddress; code: string }) {
  const t = useText()
  return (
    <Nothing
      title={t('learning.quiz.notFound.title')}
      text={t('learning.quiz.notFound.text')}
      action={code === 'learning.quiz_not_found' ? <BackToStep address={address} /> : <ToHome />}
    />
  )
}

type NothingProps = { title: string; text: string; action: ReactNode; notice?: ReactNode }

function Nothing({ notice, ...words }: NothingProps) {
  return (
    <div className={css.place}>
      {notice}
      <Empty level={1} drawing={noResults} {...words} />
    </div>
  )
}

function BackToStep({ address }: { address: QuizAddress }) {
  const t = useText()
  const { toStep } = useQuizLinks(address)
  return (
    <ButtonLink kind="primary" render={<Link {...toStep} />}>
      {t('learning.quiz.back')}
    </ButtonLink>
  )
}

function ToHome() {
  const t = useText()
  const { toHome, words } = useSessionContext()
  return (
    <ButtonLink kind="primary" render={<Link {...toHome()} />}>
      {t(words.goHome)}
    </ButtonLink>
  )
}

function FailedQuiz({ error, isFetching, onRetry }: { error: Error; isFetching: boolean; onRetry: () => void }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <div className={css.place}>
      <Failed
        level={1}
        title={t('learning.quiz.failed.title')}
        text={t(isOffline ? 'learning.quiz.failed.offline' : errorTextKey(error))}
        retryLabel={t('action.retry')}
        retryingLabel={t('action.retrying')}
        retrying={isFetching}
        onRetry={onRetry}
      />
    </div>
  )
}

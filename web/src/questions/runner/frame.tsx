import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { close, offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import own from '#core/ui/own-bar.module.css'
import { Thread } from '#core/ui/progress/thread.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { UploadProgress } from '#questions/public.ts'
import { closedText, isRefusedWith } from '../session/queries.ts'
import { type QuizAddress, useQuizLinks } from './address.ts'
import css from './frame.module.css'
import type { useSubmission } from './form-state.ts'

// The bar turns green at 100, which means submitted.
const lastBeforeSent = 99

type QuizHeadProps = {
  address: QuizAddress
  /** Of the current question, from 1. */
  number: number
  total: number
  countId: string
}

export function QuizHead({ address, number, total, countId }: QuizHeadProps) {
  const t = useText()
  return (
    <header className={css.head}>
      <QuizClose address={address} />
      <Thread
        className={css.thread}
        value={Math.min(lastBeforeSent, (number / total) * 100)}
        label={t('learning.quiz.progress')}
        valueText={t('learning.quiz.place', { number, total })}
      />
      <span className={css.count} id={countId}>
        {t('learning.quiz.count', { number, total })}
      </span>
    </header>
  )
}

export function QuizClose({ address }: { address: QuizAddress }) {
  const t = useText()
  const { toStep } = useQuizLinks(address)
  return (
    <Link {...toStep} className={css.close} aria-label={t('learning.quiz.close')}>
      <Icon of={close} size={22} />
    </Link>
  )
}

type QuizFootProps = {
  goOnRef: RefObject<HTMLButtonElement | null>
  /** Id of the question counter, which explains why "previous" is disabled on the first question. */
  countId: string
  isFirst: boolean
  isLast: boolean
  submission: ReturnType<typeof useSubmission>
  /** Whether the refusal is shown at the question itself. */
  isShownAtQuestion: boolean
  onPrevious: () => void
}

export function QuizFoot({ goOnRef, countId, isFirst, isLast, submission, isShownAtQuestion, onPrevious }: QuizFootProps) {
  const t = useText()
  const { isSending, isUploading, fraction, error, cancel } = submission
  const hasFailed = error !== null && !isShownAtQuestion
  const goOnText = hasFailed ? t('action.retry') : t(isLast ? 'learning.quiz.submit' : 'learning.quiz.next')

  function handleCancel() {
    cancel()
    // The pressed button disappears; move the focus to the retry button.
    goOnRef.current?.focus({ preventScroll: true })
  }

  return (
    <div className={css.foot}>
      {hasFailed && <QuizTrouble error={error} />}
      {error && isShownAtQuestion && (
        <Note tone="warn" live="status">
          {t('learning.quiz.trouble.look')}
        </Note>
      )}
      {isUploading && <UploadProgress fraction={fraction} onCancel={handleCancel} />}
      <nav className={css.moves} aria-label={t('learning.quiz.moves')}>
        <Button kind="line" size="lg" disabled={isFirst || isSending} reasonId={countId} onClick={onPrevious}>
          {t('learning.quiz.previous')}
        </Button>
        <Button
          ref={goOnRef}
          type="submit"
          kind="primary"
          size="lg"
          busy={isSending}
          busyLabel={isLast ? t('learning.quiz.sending') : undefined}
        >
          {goOnText}
        </Button>
      </nav>
    </div>
  )
}

const wasStopped = (error: Error): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Explains why the answers are not sent yet, and that nothing is lost. */
function QuizTrouble({ error }: { error: Error }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  if (wasStopped(error)) {
    return (
      <Note tone="info" live="status">
        {t('learning.quiz.trouble.stopped')}
      </Note>
    )
  }
  if (isUnreachable(error) && isOffline) {
    return (
      <Note tone="warn" icon={offline} live="alert">
        {t('learning.quiz.trouble.offline')}
      </Note>
    )
  }
  const final = isRefusedWith(error, 'learning.retake_not_allowed') ? 'learning.quiz.retakeNotAllowed' : closedText(error)
  if (final) {
    return (
      <Note tone="calm" live="alert">
        {t(final)}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="alert">
      {t(errorTextKey(error))} {t('learning.quiz.trouble.kept')}
    </Note>
  )
}

/** Skeleton of the most common question: four options. */
export function QuizSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('learning.quiz.loading')} className={classNames(css.frame, own.page)}>
      <h1 className="sr">{t('learning.quiz.title')}</h1>
      <div className={css.head}>
        <Skeleton shape="circle" width="44px" height="44px" />
        <Skeleton height="8px" className={css.thread} />
        <Skeleton width="36px" height="14px" />
      </div>
      <div className={css.body}>
        <div className={css.page}>
          <Skeleton width="80%" height="30px" />
          <Skeleton width="60%" height="16px" />
          <div className={css.options}>
            {Array.from({ length: 4 }, (_, place) => (
              <Skeleton key={place} shape="block" height="56px" />
            ))}
          </div>
        </div>
        <div className={css.foot}>
          <div className={css.moves}>
            <Skeleton shape="block" width="124px" height="52px" />
            <Skeleton shape="block" height="52px" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}

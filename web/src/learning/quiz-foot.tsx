import type { RefObject } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { UploadProgress } from '#questions/public.ts'
import css from './quiz-frame.module.css'
import type { useSubmission } from './quiz-submission.ts'
import { closedText, isRefusedWith } from './session-queries.ts'

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

import type { RefObject } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { UploadProgress } from '#questions/public.ts'
import css from './quiz-frame.module.css'
import type { useSubmission } from './quiz-submission.ts'
import { QuizTrouble } from './quiz-trouble.tsx'

type QuizFootProps = {
  goOnRef: RefObject<HTMLButtonElement | null>
  /** Id of the words that tell which question this is: on the first one there is no previous. */
  countId: string
  isFirst: boolean
  isLast: boolean
  submission: ReturnType<typeof useSubmission>
  /** Whether the refusal is told at the question itself. */
  isTold: boolean
  onPrevious: () => void
}

export function QuizFoot({ goOnRef, countId, isFirst, isLast, submission, isTold, onPrevious }: QuizFootProps) {
  const t = useText()
  const { isSending, isUploading, fraction, error, cancel } = submission
  const hasFailed = error !== null && !isTold
  const goOnText = hasFailed ? t('action.retry') : t(isLast ? 'learning.quiz.submit' : 'learning.quiz.next')

  function handleCancel() {
    cancel()
    // The button just pressed goes away; the one to try again with stays.
    goOnRef.current?.focus({ preventScroll: true })
  }

  return (
    <div className={css.foot}>
      {hasFailed && <QuizTrouble error={error} />}
      {error && isTold && (
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

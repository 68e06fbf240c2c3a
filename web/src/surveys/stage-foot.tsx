import type { RefObject } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { UploadProgress } from '#questions/public.ts'
import css from './stage-frame.module.css'
import type { useSubmission } from './stage-submission.ts'
import { StageTrouble } from './stage-trouble.tsx'

type StageFootProps = {
  goOnRef: RefObject<HTMLButtonElement | null>
  /** Id of the page counter, which explains why "previous" is disabled on the first page. */
  countId: string
  isFirst: boolean
  isLast: boolean
  submission: ReturnType<typeof useSubmission>
  /** Whether answers rejected by the server are still marked. */
  hasRejected: boolean
  onPrevious: () => void
}

export function StageFoot({ goOnRef, countId, isFirst, isLast, submission, hasRejected, onPrevious }: StageFootProps) {
  const t = useText()
  const { isSending, isUploading, fraction, error, cancel } = submission
  const hasFailed = error !== null && !hasRejected

  function handleCancel() {
    cancel()
    // The pressed button disappears; move the focus to the retry button.
    goOnRef.current?.focus({ preventScroll: true })
  }

  return (
    <div className={css.foot}>
      {hasFailed && <StageTrouble error={error} />}
      {hasRejected && (
        <Note tone="warn" live="status">
          {t('surveys.stage.rejected')}
        </Note>
      )}
      {isUploading && <UploadProgress fraction={fraction} onCancel={handleCancel} />}
      <nav className={css.moves} aria-label={t('surveys.stage.pages')}>
        <Button kind="line" size="lg" disabled={isFirst || isSending} reasonId={countId} onClick={onPrevious}>
          {t('surveys.stage.previous')}
        </Button>
        <Button
          ref={goOnRef}
          type="submit"
          kind="primary"
          size="lg"
          busy={isSending}
          busyLabel={isLast ? t('surveys.stage.sending') : undefined}
        >
          {hasFailed ? t('action.retry') : t(isLast ? 'surveys.stage.submit' : 'surveys.stage.continue')}
        </Button>
      </nav>
    </div>
  )
}

import type { RefObject } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { UploadProgress } from '#questions/public.ts'
import css from './stage-frame.module.css'
import type { useSubmission } from './stage-submission.ts'

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

const wasStopped = (error: Error): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Explains why the stage is not sent yet, and that nothing is lost. */
function StageTrouble({ error }: { error: Error }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  if (wasStopped(error)) {
    return (
      <Note tone="info" live="status">
        {t('surveys.trouble.stopped')}
      </Note>
    )
  }
  if (isUnreachable(error) && isOffline) {
    return (
      <Note tone="warn" icon={offline} live="alert">
        {t('surveys.trouble.offline')}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="alert">
      {t(errorTextKey(error))} {t('surveys.trouble.kept')}
    </Note>
  )
}

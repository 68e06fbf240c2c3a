import { mustBeAnswered } from '@saathi/contract/questions/answers'
import type { Stage } from '@saathi/contract/surveys/entities'
import type { RefObject } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { UploadProgress } from '#questions/public.ts'
import { nameOf, pageTextOf } from '../survey-words.ts'
import { SurveyClose } from '../survey/panel.tsx'
import css from './frame.module.css'
import type { OpenPage } from './draft.ts'
import type { useSubmission } from './form-state.ts'

// The bar turns green at 100, which means submitted.
const lastBeforeSent = 99

type StageHeadProps = { survey: number; number: number; total: number; countId: string }

export function StageHead({ survey, number, total, countId }: StageHeadProps) {
  const t = useText()
  return (
    <header className={css.head}>
      <SurveyClose label={t('surveys.stage.close')} survey={survey} />
      <Thread
        className={css.thread}
        value={Math.min(lastBeforeSent, (number / total) * 100)}
        label={t('surveys.stage.progress')}
        valueText={t('surveys.stage.place', { number, total })}
      />
      <span className={css.count} id={countId}>
        {t('surveys.stage.count', { number, total })}
      </span>
    </header>
  )
}

type StageOpeningProps = { stage: Stage; page: OpenPage | undefined; title: string; isRestored: boolean }

/** The part of the survey, the page's text, and the meaning of the asterisk. */
export function StageOpening({ stage, page, title, isRestored }: StageOpeningProps) {
  const t = useText()
  const text = page && pageTextOf(page.page)
  const { number, total } = stage
  return (
    <div className={css.opening}>
      {total > 1 && <p className={css.part}>{t('surveys.stage.part', { number, total, name: nameOf(stage) })}</p>}
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p>{text}</p>}
      {page?.questions.some(mustBeAnswered) && <Legend />}
      {isRestored && <p>{t('surveys.stage.kept')}</p>}
    </div>
  )
}

/** In the same colour as at the questions. */
function Legend() {
  const t = useText()
  const [before = '', ...after] = t('surveys.stage.required').split('*')
  return (
    <p>
      {before}
      <span className={css.mark}>*</span>
      {after.join('*')}
    </p>
  )
}

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

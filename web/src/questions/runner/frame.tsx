import type { TextKey } from '@saathi/contract/texts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import allDone from '#art/all-done.svg'
import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { UploadProgress } from '../upload/progress.tsx'
import css from './frame.module.css'
import type { useSending } from './sending.ts'

// The bar turns green at 100, which means submitted.
const lastBeforeSent = 99

/** The texts that depend on what is answered, such as a quiz or a survey. */
export type RunnerWords = {
  progress: TextKey
  /** With {number} and {total}. */
  place: TextKey
  /** Accessible name of the group with the previous and next buttons. */
  moves: TextKey
  next: TextKey
  rejected: TextKey
}

/** The current section, from 1. */
export type Where = { number: number; total: number }

type RunnerHeadProps = Where & { words: RunnerWords; close: ReactNode; countId: string }

export function RunnerHead({ words, close, number, total, countId }: RunnerHeadProps) {
  const t = useText()
  return (
    <header className={css.head}>
      {close}
      <Thread
        className={css.thread}
        value={Math.min(lastBeforeSent, (number / total) * 100)}
        label={t(words.progress)}
        valueText={t(words.place, { number, total })}
      />
      <span className={css.count} id={countId}>
        {t('questions.count', { number, total })}
      </span>
    </header>
  )
}

type RunnerFootProps = {
  words: RunnerWords
  nextButtonRef: RefObject<HTMLButtonElement | null>
  /** Id of the counter, which explains why "previous" is disabled on the first page. */
  countId: string
  isFirst: boolean
  isLast: boolean
  sending: Pick<ReturnType<typeof useSending>, 'isSending' | 'isUploading' | 'fraction' | 'error' | 'cancel'>
  /** Whether answers rejected by the server are still marked. */
  hasRejected: boolean
  finalText: ((error: Error) => TextKey | undefined) | undefined
  onPrevious: () => void
}

export function RunnerFoot(props: RunnerFootProps) {
  const { words, nextButtonRef, countId, isFirst, isLast, sending, hasRejected, finalText, onPrevious } = props
  const t = useText()
  const { isSending, isUploading, fraction, error, cancel } = sending
  const hasFailed = error !== null && !hasRejected

  function handleCancel() {
    cancel()
    // The pressed button disappears; move the focus to the retry button.
    nextButtonRef.current?.focus({ preventScroll: true })
  }

  return (
    <div className={css.foot}>
      {hasFailed && <Trouble error={error} final={finalText?.(error)} />}
      {hasRejected && (
        <Note tone="warn" live="status">
          {t(words.rejected)}
        </Note>
      )}
      {isUploading && <UploadProgress fraction={fraction} onCancel={handleCancel} />}
      <nav className={css.moves} aria-label={t(words.moves)}>
        <Button kind="line" size="lg" disabled={isFirst || isSending} reasonId={countId} onClick={onPrevious}>
          {t('questions.previous')}
        </Button>
        <Button
          ref={nextButtonRef}
          type="submit"
          kind="primary"
          size="lg"
          busy={isSending}
          busyLabel={isLast ? t('questions.sendingNow') : undefined}
        >
          {hasFailed ? t('action.retry') : t(isLast ? 'questions.submit' : words.next)}
        </Button>
      </nav>
    </div>
  )
}

const wasStopped = (error: Error): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Explains why the answers are not sent yet, and that nothing is lost. */
function Trouble({ error, final }: { error: Error; final: TextKey | undefined }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  if (wasStopped(error)) {
    return (
      <Note tone="info" live="status">
        {t('questions.trouble.stopped')}
      </Note>
    )
  }
  if (isUnreachable(error) && isOffline) {
    return (
      <Note tone="warn" icon={offline} live="alert">
        {t('questions.trouble.offline')}
      </Note>
    )
  }
  if (final) {
    return (
      <Note tone="calm" live="alert">
        {t(final)}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="alert">
      {t(errorTextKey(error))} {t('questions.trouble.kept')}
    </Note>
  )
}

/** In place of the form, while its answers wait in the outbox. */
export function RunnerSaved({ text, action }: { text: string; action: ReactNode }) {
  const t = useText()
  const page = useRef<HTMLDivElement>(null)
  // Replaces the form or loads with the page. In both cases screen readers should start here.
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={page} tabIndex={-1} className={css.saved}>
      <Empty level={1} drawing={allDone} title={t('outbox.answersSaved')} text={text} action={action} />
    </div>
  )
}

type RunnerSkeletonProps = { label: string; title: string; blocks: number; blockHeight: string }

export function RunnerSkeleton({ label, title, blocks, blockHeight }: RunnerSkeletonProps) {
  return (
    <>
      <div className={css.head}>
        <Skeleton shape="circle" width="44px" height="44px" />
        <Skeleton height="8px" className={css.thread} />
        <Skeleton width="36px" height="14px" />
      </div>
      <SkeletonGroup label={label} className={css.body}>
        <div className={css.page}>
          <h1 className="sr">{title}</h1>
          <Skeleton width="80%" height="30px" />
          <div className={css.questions}>
            {Array.from({ length: blocks }, (_, place) => (
              <Skeleton key={place} shape="block" height={blockHeight} />
            ))}
          </div>
        </div>
        <div className={css.foot}>
          <div className={css.moves}>
            <Skeleton shape="block" width="124px" height="52px" />
            <Skeleton shape="block" height="52px" />
          </div>
        </div>
      </SkeletonGroup>
    </>
  )
}

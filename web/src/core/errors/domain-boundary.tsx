import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { errorTextKey, isMissingPart } from '../error-text.ts'
import { useText } from '../i18n/texts.tsx'
import { reportError } from './report-error.ts'
import { Failed } from '../ui/failed.tsx'

/** Shown when a domain's page crashes; the shell and the other domains keep working. */
export function DomainFailed({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()

  useEffect(() => reportError('crash', error), [error])

  function handleRetry() {
    // Chromium never requests a lost script again on the same page.
    if (isMissingPart(error)) return location.reload()
    queries.reset()
    reset()
    void router.invalidate()
  }

  return (
    <Failed
      level={1}
      title={t('failed.title')}
      text={t(errorTextKey(error))}
      retryLabel={t('action.retry')}
      onRetry={handleRetry}
    />
  )
}

/** For a part of a page that should fail alone; routes already have a boundary. A new `resetKey` clears the error. */
export function DomainBoundary({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={DomainFailed}>
      {children}
    </CatchBoundary>
  )
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { errorTextKey } from './error-text.ts'
import { useText } from './i18n/texts.tsx'
import { reportError } from './report-error.ts'
import { Failed } from './ui/failed.tsx'

/** What a room shows when it breaks: the shell around it and every other room go on working. */
export function DomainFailed({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()

  useEffect(() => reportError('crash', error), [error])

  function handleRetry() {
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

/** Routes have one by themselves; for a part of a page that should fail alone. `resetKey` changing clears it. */
export function DomainBoundary({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={DomainFailed}>
      {children}
    </CatchBoundary>
  )
}

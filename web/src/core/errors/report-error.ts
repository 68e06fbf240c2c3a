import type { ClientErrorKind } from '@saathi/contract/core/client-errors'
import { ApiError, isUnreachable } from '../api-error.ts'
import { connectionNow, onConnectionChanged } from '../connection.ts'

export type Report = { kind: ClientErrorKind; route: string; name: string; message: string }
type SendReports = (reports: readonly Report[]) => Promise<void>
type Reporter = (kind: ClientErrorKind, error: unknown) => void

const SEND_AFTER_MS = 1_000
const BATCH_SIZE = 10
/** Stop reporting after this many errors. */
const MAX_PER_PAGE = 30

const ignoreReports: Reporter = () => {}
const active = { report: ignoreReports }

/** Reports an error to the team, without saying whose. What the person sees is handled elsewhere. */
export const reportError: Reporter = (kind, error) => active.report(kind, error)

/** Network failures and aborted calls are not bugs, and an error reply is handled by the caller. */
function isExpected(kind: ClientErrorKind, error: unknown): boolean {
  if (isUnreachable(error)) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return error instanceof ApiError && ['crash', 'uncaught', 'rejection'].includes(kind)
}

function describeError(error: unknown): Pick<Report, 'name' | 'message'> {
  if (error instanceof ApiError) return { name: error.name, message: error.code }
  if (error instanceof Error || error instanceof DOMException) return { name: error.name, message: error.message }
  return { name: 'Error', message: `a thrown ${typeof error}` }
}

/** Reports each error once per page, in batches, when online. Returns a function that stops it. */
export function startErrorReporting(routeOf: () => string, send: SendReports, target: EventTarget = window): () => void {
  const seen = new Set<string>()
  const waiting: Report[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  function report(kind: ClientErrorKind, error: unknown): void {
    if (isExpected(kind, error) || seen.size >= MAX_PER_PAGE) return
    // The reply to a report failed to parse.
    if (kind === 'reply' && isSending) return
    const found = { kind, route: routeOf(), ...describeError(error) }
    const key = JSON.stringify(found)
    if (seen.has(key)) return
    seen.add(key)
    waiting.push(found)
    scheduleFlush()
  }

  function scheduleFlush(): void {
    if (timer !== undefined || isSending || waiting.length === 0 || connectionNow() !== 'online') return
    timer = setTimeout(() => void flush(), SEND_AFTER_MS)
  }

  async function flush(): Promise<void> {
    timer = undefined
    if (connectionNow() !== 'online') return
    isSending = true
    try {
      await send(waiting.splice(0, BATCH_SIZE))
    } catch {
      // Drop a report that fails: reporting the failure could fail again, without end.
    } finally {
      isSending = false
    }
    scheduleFlush()
  }

  const listening = new AbortController()
  const { signal } = listening
  const handleError = (event: Event) => {
    // Cross-origin scripts give no error details.
    if (event instanceof ErrorEvent && event.error) report('uncaught', event.error)
  }
  const handleRejection = (event: Event) => {
    if (event instanceof PromiseRejectionEvent) report('rejection', event.reason)
  }
  target.addEventListener('error', handleError, { signal })
  target.addEventListener('unhandledrejection', handleRejection, { signal })
  const stopWatching = onConnectionChanged(scheduleFlush)
  active.report = report
  return () => {
    listening.abort()
    stopWatching()
    clearTimeout(timer)
    waiting.length = 0
    if (active.report === report) active.report = ignoreReports
  }
}

import type { ClientErrorKind } from '@saathi/contract/core/client-errors'
import { ApiError, isUnreachable } from './api-error.ts'
import { connectionNow, onConnectionChanged } from './connection.ts'

export type Report = { kind: ClientErrorKind; route: string; name: string; message: string }
type Reporter = (kind: ClientErrorKind, error: unknown) => void

const SEND_AFTER_MS = 1_000
const A_BATCH = 10
/** A page that goes on failing has said enough. */
const MOST_A_PAGE = 30

const nobodyListens: Reporter = () => {}
const active = { report: nobodyListens }

/** Reports what went wrong to the team, never to whom. What the person sees is shown elsewhere. */
export const reportError: Reporter = (kind, error) => active.report(kind, error)

/** Network trouble and calls that were given up are no faults of ours, and a refusal belongs to who asked. */
function isOrdinary(kind: ClientErrorKind, error: unknown): boolean {
  if (isUnreachable(error)) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return error instanceof ApiError && ['crash', 'uncaught', 'rejection'].includes(kind)
}

function wordsOf(error: unknown): Pick<Report, 'name' | 'message'> {
  if (error instanceof ApiError) return { name: error.name, message: error.code }
  if (error instanceof Error || error instanceof DOMException) return { name: error.name, message: error.message }
  return { name: 'Error', message: `a thrown ${typeof error}` }
}

/** Each failure once a page, in batches, and not before there is a connection. The returned function ends it. */
export function followErrors(routeOf: () => string, target: EventTarget = window): () => void {
  const seen = new Set<string>()
  const waiting: Report[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  function report(kind: ClientErrorKind, error: unknown): void {
    if (isOrdinary(kind, error) || seen.size >= MOST_A_PAGE) return
    // The answer to a report itself.
    if (kind === 'reply' && isSending) return
    const found = { kind, route: routeOf(), ...wordsOf(error) }
    const key = JSON.stringify(found)
    if (seen.has(key)) return
    seen.add(key)
    waiting.push(found)
    plan()
  }

  function plan(): void {
    if (timer !== undefined || isSending || waiting.length === 0 || connectionNow() !== 'online') return
    timer = setTimeout(() => void flush(), SEND_AFTER_MS)
  }

  async function flush(): Promise<void> {
    timer = undefined
    if (connectionNow() !== 'online') return
    isSending = true
    try {
      const { sendReports } = await import('./send-reports.ts')
      await sendReports(waiting.splice(0, A_BATCH))
    } catch {
      // A report that fails is lost: to report that would never end.
    } finally {
      isSending = false
    }
    plan()
  }

  const over = new AbortController()
  const { signal } = over
  const handleError = (event: Event) => {
    // A script of another origin says nothing of itself.
    if (event instanceof ErrorEvent && event.error) report('uncaught', event.error)
  }
  const handleRejection = (event: Event) => {
    if (event instanceof PromiseRejectionEvent) report('rejection', event.reason)
  }
  target.addEventListener('error', handleError, { signal })
  target.addEventListener('unhandledrejection', handleRejection, { signal })
  const stopWatching = onConnectionChanged(plan)
  active.report = report
  return () => {
    over.abort()
    stopWatching()
    clearTimeout(timer)
    waiting.length = 0
    if (active.report === report) active.report = nobodyListens
  }
}

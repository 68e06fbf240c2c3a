import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useConnection } from '#core/connection.ts'
import { useDataLight } from '#core/data-light.ts'
import { useSessionContext } from './session-context.ts'

/** Delay, so that the opened step loads first. */
const pageFirstMs = 2_000

/** Only some browsers report the connection type. */
function isSlow(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'effectiveType' in connection &&
    /^(slow-2g|2g|3g)$/.test(String(connection.effectiveType))
  )
}

// Undefined over plain http.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker
const hasWorker = (): boolean => Boolean(workers()?.controller)

function onWorkerChange(listener: () => void): () => void {
  workers()?.addEventListener('controllerchange', listener)
  return () => workers()?.removeEventListener('controllerchange', listener)
}

/**
 * Prefetches a started session while it is read, and again when back online, unless data saving is on. Requires an active service
 * worker, since without it nothing works offline; on the first visit it activates later.
 */
export function useFetchAhead(session: SessionDetail): void {
  const client = useQueryClient()
  const context = useSessionContext()
  const isLight = useDataLight()
  const isOnline = useConnection() === 'online'
  const mayFetch = useSyncExternalStore(onWorkerChange, hasWorker) && isOnline && !isLight
  const sessionId = mayFetch && !context.isReadOnly && session.sessionStatus === 'ONGOING' ? session.id : null
  const fetchNow = useEffectEvent(async (signal: AbortSignal) => {
    if (isSlow()) return
    const { fetchAhead } = await import('./fetch-ahead.ts')
    await fetchAhead(client, context, session, signal)
  })
  useEffect(() => {
    if (sessionId === null) return
    const over = new AbortController()
    const timer = setTimeout(() => void fetchNow(over.signal).catch(() => null), pageFirstMs)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [sessionId])
}

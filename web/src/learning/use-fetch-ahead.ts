import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useConnection } from '#core/connection.ts'
import { useDataLight } from '#core/data-light.ts'
import { useSessionContext } from './journey.ts'

/** The step that was opened comes first. */
const pageFirstMs = 2_000

/** Only some browsers tell how good the line is. */
function isSlow(): boolean {
  const line: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof line === 'object' && line !== null && 'effectiveType' in line && /^(slow-2g|2g|3g)$/.test(String(line.effectiveType))
  )
}

// Over plain http there is none.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker
const isMinded = (): boolean => Boolean(workers()?.controller)

function onMinded(listener: () => void): () => void {
  workers()?.addEventListener('controllerchange', listener)
  return () => workers()?.removeEventListener('controllerchange', listener)
}

/**
 * A session that was begun is fetched whole while it is read, and what is missing when the line is back, unless every byte is
 * paid for. Without the worker that keeps the page itself nothing could be read offline; on the first visit it comes later.
 */
export function useFetchAhead(session: SessionDetail): void {
  const client = useQueryClient()
  const journey = useSessionContext()
  const isLight = useDataLight()
  const isOnline = useConnection() === 'online'
  const mayFetch = useSyncExternalStore(onMinded, isMinded) && isOnline && !isLight
  const wanted = mayFetch && !journey.isReadOnly && session.sessionStatus === 'ONGOING' ? session.id : null
  const fetchNow = useEffectEvent(async (signal: AbortSignal) => {
    if (isSlow()) return
    const { fetchAhead } = await import('./fetch-ahead.ts')
    await fetchAhead(client, journey, session, signal)
  })
  useEffect(() => {
    if (wanted === null) return
    const over = new AbortController()
    const timer = setTimeout(() => void fetchNow(over.signal).catch(() => null), pageFirstMs)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [wanted])
}

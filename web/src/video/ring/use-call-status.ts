import type { CallStatus } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '#core/server-time.ts'
import '../live.ts'
import { statusQuery } from '../queries.ts'

/** The server ends a ring and a call of one; look again a little later than that. */
const AFTER_MS = 1_500

/** `count`: how many people are in the call; each change may begin or end a ring. */
export function useCallStatus(room: string, count: number): CallStatus | null {
  const { data = null, refetch } = useQuery(statusQuery(room))
  const lookAgain = useEffectEvent(() => void refetch())
  const lookAt = useEffectEvent((_count: number) => void refetch())
  useEffect(() => lookAt(count), [count])
  const endsAt = data?.ring?.state === 'ringing' ? data.ring.endsAt : (data?.aloneUntil ?? null)
  useEffect(() => {
    if (endsAt === null) return undefined
    const timer = setTimeout(() => lookAgain(), Math.max(0, Date.parse(endsAt) - serverNow()) + AFTER_MS)
    return () => clearTimeout(timer)
  }, [endsAt])
  return data
}

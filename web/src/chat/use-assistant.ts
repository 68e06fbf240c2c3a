import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '#core/server-time.ts'
import type { Held } from './cache.ts'
import { useLine } from './line.ts'
import { assistantDraftQuery, botsQuery } from './queries.ts'
import type { Waiting } from './sending.ts'

export const WAITING_AFTER_MS = 500
/** The server answers within a minute, if only that it cannot; longer than that nobody is shown as writing. */
const GIVE_UP_AFTER_MS = 75_000

/** Whether the assistant owes an answer, and what it has written of it so far. */
export function useAssistant(channel: Channel, me: number, held: Held | undefined, waiting: readonly Waiting[]) {
  const { data: answer = '' } = useQuery(assistantDraftQuery(channel.channelId))
  const { data: bots } = useQuery({ ...botsQuery, enabled: channel.kind === 'assistant' })
  const isThere = useLine() === 'open'
  const last = held?.messages.at(-1)
  // Where there is no bot, nobody is going to answer.
  const isOff = channel.kind !== 'assistant' || bots?.length === 0
  // What has failed, or waits for the line, nobody has been asked.
  const sent = isThere ? waiting.findLast(({ standing }) => standing === 'in-progress') : undefined
  const asked = last?.user_id === me ? last : undefined
  // The same before and after it is acknowledged.
  const key = isOff ? null : (sent?.tempId ?? asked?.temp_id ?? asked?.msg_id ?? null)
  const [shown, setShown] = useState<string | number | null>(null)
  const ageNow = useEffectEvent(() => (asked && !sent ? Math.max(0, serverNow() - Date.parse(asked.created_on)) : 0))

  useEffect(() => {
    const ageMs = ageNow()
    if (key === null || ageMs >= GIVE_UP_AFTER_MS) return undefined
    const start = setTimeout(() => setShown(key), WAITING_AFTER_MS)
    const end = setTimeout(() => setShown(null), GIVE_UP_AFTER_MS - ageMs)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [key])

  const isAnswering = key !== null && shown === key
  return { isAnswering, answer: isAnswering ? answer : '' }
}

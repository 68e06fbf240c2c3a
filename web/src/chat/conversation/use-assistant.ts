import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '#core/server-time.ts'
import type { LoadedMessages } from '../cache.ts'
import { useSocketStatus } from '../socket.ts'
import { assistantDraftQuery, botsQuery } from '../queries.ts'
import type { PendingMessage } from '../write/sending.ts'

const SHOW_AFTER_MS = 500
/** The server answers within a minute, even if it fails; after that, stop showing that it is writing. */
const GIVE_UP_AFTER_MS = 75_000

/** Whether an answer is expected, and its text so far. */
export function useAssistant(
  channel: Channel,
  me: number,
  loaded: LoadedMessages | undefined,
  pending: readonly PendingMessage[],
) {
  const { data: answer = '' } = useQuery(assistantDraftQuery(channel.channelId))
  const { data: bots } = useQuery({ ...botsQuery, enabled: channel.kind === 'assistant' })
  const isConnected = useSocketStatus() === 'open'
  const last = loaded?.messages.at(-1)
  // Without a bot, nobody will answer.
  const isOff = channel.kind !== 'assistant' || bots?.length === 0
  // Failed messages, and those waiting for a connection, were not asked yet.
  const sent = isConnected ? pending.findLast(({ status }) => status === 'in-progress') : undefined
  const question = last?.user_id === me ? last : undefined
  // The same before and after the acknowledgement.
  const key = isOff ? null : (sent?.tempId ?? question?.temp_id ?? question?.msg_id ?? null)
  const [shown, setShown] = useState<string | number | null>(null)
  const ageNow = useEffectEvent(() => (question && !sent ? Math.max(0, serverNow() - Date.parse(question.created_on)) : 0))

  useEffect(() => {
    const ageMs = ageNow()
    if (key === null || ageMs >= GIVE_UP_AFTER_MS) return undefined
    const start = setTimeout(() => setShown(key), SHOW_AFTER_MS)
    const end = setTimeout(() => setShown(null), GIVE_UP_AFTER_MS - ageMs)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [key])

  const isAnswering = key !== null && shown === key
  return { isAnswering, answer: isAnswering ? answer : '' }
}

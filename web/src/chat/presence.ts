import type { Channel } from '@saathi/contract/chat/entities'
import type { Presence } from '@saathi/contract/chat/presence'
import type { ChatEvent } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { personNow } from '#core/network/token.ts'
import { queryClient } from '#core/query-client.ts'
import { createPersonStore, onPersonLeft } from '#core/session.ts'
import { createTimer, useStore } from '#core/store.ts'
import { addresseesOf } from './names.ts'
import { presenceQuery } from './queries.ts'
import { onSocketOpen, sendCommand } from './socket.ts'

/** Without a letter for this long, the person has stopped. */
const STOPPED_AFTER_MS = 4_000
/** Somebody who keeps typing is reported again, for receivers who have just come. Most messages are written sooner. */
const REPEAT_AFTER_MS = 10_000
/** In case the report that somebody has stopped is lost. */
const TYPING_FOR_MS = 13_000

/** The people who type, by channel. */
const typing = createPersonStore<Readonly<Record<number, readonly number[]>>>({})
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const nobody: readonly number[] = []

function setTyping(channel: number, person: number, isTyping: boolean): void {
  const others = (typing.get()[channel] ?? nobody).filter((each) => each !== person)
  const key = `${channel} ${person}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  if (isTyping)
    timers.set(
      key,
      setTimeout(() => setTyping(channel, person, false), TYPING_FOR_MS),
    )
  const next = isTyping ? [...others, person] : others
  if (next.length !== (typing.get()[channel] ?? nobody).length) typing.set({ ...typing.get(), [channel]: next })
}

onPersonLeft(() => {
  idle.stop()
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
})

export const useTyping = (channel: number): readonly number[] => useStore(typing)[channel] ?? nobody

/** Where this person's typing was last reported, and when. */
const reported = createPersonStore({ channel: 0, at: 0 })
const idle = createTimer()

/** Call it for every letter: it reports when somebody begins, and when they stop. */
export function reportTyping(channel: number): void {
  const now = performance.now()
  const { channel: before, at } = reported.get()
  if (before !== channel) stopTyping()
  idle.restart(stopTyping, STOPPED_AFTER_MS)
  if (before === channel && now - at < REPEAT_AFTER_MS) return
  reported.set({ channel, at: now })
  sendCommand({ command: 'typing', channel })
}

/** The text was deleted, or nothing is added to it. */
export function stopTyping(): void {
  const { channel } = reported.get()
  if (channel !== 0) sendCommand({ command: 'typing', channel, has_stopped: true })
  endTyping()
}

/** The message itself says that its writer has stopped. The next letter is a new message. */
export function endTyping(): void {
  idle.stop()
  reported.reset()
}

const reportVisible = () => void sendCommand({ command: 'presence', is_visible: document.visibilityState === 'visible' })
onSocketOpen(reportVisible)
document.addEventListener('visibilitychange', reportVisible)

function withPresence(people: readonly Presence[], { user_id, is_online, last_seen_on }: PresenceEvent): Presence[] {
  const others = people.filter(({ userId }) => userId !== user_id)
  return last_seen_on === null ? others : [...others, { userId: user_id, isOnline: is_online, lastSeenOn: last_seen_on }]
}
type PresenceEvent = Extract<ChatEvent, { command: 'presence' }>

export function onTyping({ channel_id, user_id, has_stopped }: Extract<ChatEvent, { command: 'typing' }>): void {
  if (user_id !== personNow()) setTyping(channel_id, user_id, !has_stopped)
}

/** Their message has arrived: they type no more. */
export function onWritten(channel: number, person: number | null): void {
  if (person !== null) setTyping(channel, person, false)
}

export function onPresence(event: PresenceEvent): void {
  queryClient.setQueryData(presenceQuery.queryKey, (known) => known && { ...known, people: withPresence(known.people, event) })
}

/** The presence of the other person in a two-person channel; undefined if it may not be shown. */
export function usePresence(channel: Channel, me: number): Presence | undefined {
  const { data } = useQuery({ ...presenceQuery, enabled: channel.kind !== 'assistant' })
  const others = channel.kind === 'group' || channel.closed ? [] : addresseesOf(channel, me)
  return others.length === 1 ? data?.people.find(({ userId }) => userId === others[0]?.userId) : undefined
}

import { connectionNow, onConnectionChanged } from '../connection.ts'
import { errorTextKey } from '../error-text.ts'
import { queryClient } from '../query-client.ts'
import { onSessionChanged } from '../session.ts'
import { personNow } from '../network/token.ts'
import type { OutboxEntry } from './entry.ts'
import { isOutdated, classifyError } from './error-kind.ts'
import type { Sender } from './kind.ts'
import { entriesNow, isCurrent, putEntry, readOutbox, removeEntry, setFresh } from './list.ts'
import { clearStuck, clearAllStuck, isBackAfterOutage, stuckLines, stuckRetryMs, markStuck, retryDelayMs } from './backoff.ts'
import { senderOf } from './senders.ts'

/** First attempt of an entry whose page waits for the result, by entry id. */
type FirstAttempt = {
  send: () => Promise<() => void>
  end: (outcome: 'elsewhere' | 'waits') => void
  refuse: (error: unknown) => void
}
const firstAttempts = new Map<string, FirstAttempt>()

export function addFirstAttempt(id: string, first: FirstAttempt): void {
  firstAttempts.set(id, first)
  setFresh(id, true)
}

export function deferAttempt(id: string): void {
  const first = firstAttempts.get(id)
  if (!first) return
  removeFirstAttempt(id)
  first.end('waits')
}

let running: Promise<void> | null = null
let isRequested = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Failed automatic retries in a row. */
let failures = 0

/** Sends all waiting entries one by one; only one tab at a time. */
export async function flush(): Promise<void> {
  isRequested = true
  running ??= withLock(async () => {
    while (isRequested) {
      isRequested = false
      await sendAll()
    }
  }).finally(() => {
    running = null
  })
  await running
  // Requested while the lock was being released.
  if (isRequested) await flush()
}

// Locks need https or localhost; elsewhere the Idempotency-Key prevents duplicates.
async function withLock(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('saathi.outbox', work)
  else await work()
}

async function sendAll(): Promise<void> {
  const tried = [...firstAttempts.keys()]
  const person = personNow()
  await readOutbox()
  const waiting = entriesNow().filter(({ refusal }) => !refusal)
  // Another tab has sent it, a newer entry has replaced it, or the person has signed out.
  for (const id of tried) if (!waiting.some((entry) => entry.id === id)) endSentElsewhere(id)
  if (waiting.length === 0) return
  if (connectionNow() === 'offline') return tried.forEach(deferAttempt)
  const blocked = new Set(stuckLines())
  let hasChanged = false
  for (const { key } of waiting) {
    const entry = entriesNow().find((each) => each.key === key)
    if (!entry || entry.refusal || blocked.has(entry.line)) continue
    const wasFirst = firstAttempts.has(entry.id)
    const result = personNow() === person ? await sendOne(entry) : 'stop'
    if (result === 'blocked') blocked.add(entry.line)
    else if (result !== 'stop' && !wasFirst) hasChanged = true
    if (result === 'sent') failures = 0
    if (result === 'stop') break
  }
  tried.forEach(deferAttempt)
  // Only the domains know which pages show this; it is rare enough to refetch everything.
  if (hasChanged) void queryClient.invalidateQueries()
  if (entriesNow().some(({ refusal }) => !refusal)) scheduleRetry()
}

async function sendOne(entry: OutboxEntry): Promise<'sent' | 'refused' | 'blocked' | 'stop'> {
  const { id, line } = entry
  const first = firstAttempts.get(id)
  let sender: Sender | undefined
  try {
    sender = first ? undefined : await senderOf(entry.kind)
    const settle = await (first ? first.send() : sender?.sendEntry(entry))
    settle?.()
    removeFirstAttempt(id)
    clearStuck(line)
    await removeEntry(entry)
    await clearTiedRefusals(line)
    return 'sent'
  } catch (error) {
    const { isFinal, stopsAll, isSilent, code } = classifyError(error)
    if (!isFinal) {
      // The entry may be too large for this connection; entries of other queues will show whether the server is down.
      const isStuck = isSilent && connectionNow() !== 'offline' && (sender?.isLargeEntry(entry) ?? false)
      if (isStuck) markStuck(line)
      return stopsAll && !isStuck ? 'stop' : 'blocked'
    }
    removeFirstAttempt(id)
    if (first) {
      await removeEntry(entry)
      first.refuse(error)
      return 'refused'
    }
    // The entry was discarded or replaced in the meantime, so this reply is outdated.
    if (!isCurrent(entry)) return 'refused'
    const text = isOutdated(code) ? ('outbox.why.outdated' as const) : (sender?.reasonOf(code) ?? errorTextKey(error))
    await putEntry({ ...entry, refusal: { code, text, isTied: sender?.isTied(code) ?? false } })
    sender?.giveUpEntry(entry, code)
    return 'refused'
  }
}

function removeFirstAttempt(id: string): void {
  firstAttempts.delete(id)
  setFresh(id, false)
}

function endSentElsewhere(id: string): void {
  const first = firstAttempts.get(id)
  removeFirstAttempt(id)
  first?.end('elsewhere')
}

/** Retries entries that were refused because something was missing which the server now has. */
export async function retryRefused(line: string): Promise<void> {
  await clearTiedRefusals(line)
  if (isRequested) await flush()
}

async function clearTiedRefusals(line: string): Promise<void> {
  for (const { refusal, ...entry } of entriesNow()) {
    if (entry.line !== line || !refusal?.isTied) continue
    await putEntry(entry)
    isRequested = true
  }
}

/** Retries later, with growing delays. */
export function scheduleRetry(): void {
  clearTimeout(timer)
  timer = setTimeout(retryAutomatically, Math.min(retryDelayMs(failures), stuckRetryMs()))
}

function retryAutomatically(): void {
  failures += 1
  void flush()
}

onSessionChanged(clearAllStuck)
window.addEventListener('online', () => {
  failures = 0
  clearAllStuck()
  void flush()
})
onConnectionChanged(() => {
  const isBack = isBackAfterOutage(connectionNow() === 'online')
  if (connectionNow() !== 'online') return
  if (isBack) failures = 0
  // If only our own attempt failed, the next would fail too.
  if (failures <= 1) retryAutomatically()
})

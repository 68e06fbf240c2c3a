import { connectionNow, onConnectionChanged } from '../connection.ts'
import { errorTextKey } from '../error-text.ts'
import { queryClient } from '../query-client.ts'
import { onSessionChanged } from '../session.ts'
import { createStore, createTimer } from '../store.ts'
import { personNow } from '../network/token.ts'
import type { OutboxEntry } from './entry.ts'
import { isOutdated, classifyError } from './error-kind.ts'
import type { Sender } from './kind.ts'
import { entriesNow, isCurrent, putEntry, readOutbox, removeEntry, setFresh } from './list.ts'
import { clearStuck, clearAllStuck, isBackAfterOutage, stuckLines, stuckRetryMs, markStuck, retryDelayMs } from './backoff.ts'
import { senderOf } from './senders.ts'

/** First attempt of an entry whose page shows the progress, by entry id. */
type FirstAttempt = {
  round: string
  /** Set if the page waits for the reply. Otherwise the entry is sent like any other and stays in the list if it is refused. */
  reply?: {
    send: () => Promise<() => void>
    end: (outcome: 'elsewhere' | 'waits') => void
    refuse: (error: unknown) => void
  }
}
const firstAttempts = new Map<string, FirstAttempt>()

export function addFirstAttempt({ id, ...entry }: OutboxEntry, reply?: FirstAttempt['reply']): void {
  firstAttempts.set(id, { round: roundOf(entry), ...(reply && { reply }) })
  setFresh(id, true)
}

export function deferAttempt(id: string): void {
  endAttempt(id, 'waits')
}

function endAttempt(id: string, outcome: 'elsewhere' | 'waits'): void {
  const first = firstAttempts.get(id)
  if (!first) return
  removeFirstAttempt(id)
  first.reply?.end(outcome)
}

/** Each parallel queue is sent in a round of its own; all other entries share one round and are sent one by one. */
const SHARED = ''
const roundOf = ({ isParallel, line }: Pick<OutboxEntry, 'isParallel' | 'line'>): string => (isParallel ? line : SHARED)

const running = new Map<string, Promise<void>>()
const requested = new Set<string>()
const retryTimer = createTimer()
/** Failed automatic retries in a row. */
const failures = createStore(0)

/** Sends all waiting entries; only one tab at a time. */
export async function flush(): Promise<void> {
  // Includes the queues that other tabs have added.
  await readOutbox()
  const rounds = new Set([SHARED, ...entriesNow().map(roundOf), ...[...firstAttempts.values()].map(({ round }) => round)])
  await Promise.all([...rounds].map(flushRound))
}

export const flushQueueOf = (entry: OutboxEntry): Promise<void> => flushRound(roundOf(entry))

async function flushRound(round: string): Promise<void> {
  requested.add(round)
  await (running.get(round) ?? startRound(round))
  // Requested while the lock was being released.
  if (requested.has(round)) await flushRound(round)
}

function startRound(round: string): Promise<void> {
  const done = withLock(round, async () => {
    while (requested.delete(round)) await sendAll(round)
  }).finally(() => running.delete(round))
  running.set(round, done)
  return done
}

// Locks need https or localhost; elsewhere the Idempotency-Key prevents duplicates.
async function withLock(round: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(`saathi.outbox${round && `.${round}`}`, work)
  else await work()
}

async function sendAll(round: string): Promise<void> {
  const tried = [...firstAttempts].flatMap(([id, first]) => (first.round === round ? [id] : []))
  const person = personNow()
  await readOutbox()
  const waitingHere = () => entriesNow().filter((entry) => !entry.refusal && roundOf(entry) === round)
  const waiting = waitingHere()
  // Another tab has sent it, a newer entry has replaced it, or the person has signed out.
  for (const id of tried) if (!waiting.some((entry) => entry.id === id)) endAttempt(id, 'elsewhere')
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
    if (result === 'sent') failures.set(0)
    if (result === 'stop') break
  }
  tried.forEach(deferAttempt)
  // Only the domains know which pages show this; it is rare enough to refetch everything. Messages update their own pages.
  if (hasChanged && round === SHARED) void queryClient.invalidateQueries()
  if (waitingHere().length > 0) scheduleRetry()
}

async function sendOne(entry: OutboxEntry): Promise<'sent' | 'refused' | 'blocked' | 'stop'> {
  const { id, line } = entry
  const first = firstAttempts.get(id)
  let sender: Sender | undefined
  try {
    sender = first?.reply ? undefined : await senderOf(entry.kind)
    const settle = await (first?.reply ? first.reply.send() : sender?.sendEntry(entry))
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
    if (first?.reply) {
      await removeEntry(entry)
      first.reply.refuse(error)
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

/** Retries entries that were refused because something was missing which the server now has. */
export async function retryRefused(line: string): Promise<void> {
  if (await clearTiedRefusals(line)) await flush()
}

async function clearTiedRefusals(line: string): Promise<boolean> {
  const tied = entriesNow().filter((entry) => entry.line === line && entry.refusal?.isTied)
  for (const { refusal: _refusal, ...entry } of tied) {
    await putEntry(entry)
    requested.add(roundOf(entry))
  }
  return tied.length > 0
}

/** Retries later, with growing delays. */
export function scheduleRetry(): void {
  retryTimer.restart(retryAutomatically, Math.min(retryDelayMs(failures.get()), stuckRetryMs()))
}

function retryAutomatically(): void {
  failures.set(failures.get() + 1)
  void flush()
}

onSessionChanged(clearAllStuck)
window.addEventListener('online', () => {
  failures.set(0)
  clearAllStuck()
  void flush()
})
onConnectionChanged(() => {
  const isBack = isBackAfterOutage(connectionNow() === 'online')
  if (connectionNow() !== 'online') return
  if (isBack) failures.set(0)
  // If the server answers other calls and only our attempt failed, an immediate retry would fail too.
  if (failures.get() <= 1) retryAutomatically()
})

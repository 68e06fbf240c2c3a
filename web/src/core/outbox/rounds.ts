import { connectionNow, onConnectionChanged } from '../connection.ts'
import { errorTextKey } from '../error-text.ts'
import { queryClient } from '../query-client.ts'
import { onSessionChanged } from '../session.ts'
import { personNow } from '../token.ts'
import type { OutboxEntry } from './entry.ts'
import { isOutdated, ofError } from './error-kind.ts'
import type { Sender } from './kind.ts'
import { entriesNow, isCurrent, putEntry, readOutbox, removeEntry, setFresh } from './list.ts'
import { clearJam, clearJams, isBackAfter, jammedLines, jamMs, noteJam, waitMs } from './patience.ts'
import { senderOf } from './senders.ts'

/** The first try of something that its own page waits for, by the id of its entry. */
type First = { send: () => Promise<() => void>; end: (outcome: 'elsewhere' | 'waits') => void; refuse: (error: unknown) => void }
const firsts = new Map<string, First>()

export function addFirst(id: string, first: First): void {
  firsts.set(id, first)
  setFresh(id, true)
}

export function letWait(id: string): void {
  const first = firsts.get(id)
  if (!first) return
  forgetFirst(id)
  first.end('waits')
}

let running: Promise<void> | null = null
let isWanted = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Rounds in vain that nobody has asked for. */
let failures = 0

/** Sends all that waits, one after the other; one tab of a browser at a time. */
export async function flush(): Promise<void> {
  isWanted = true
  running ??= underLock(async () => {
    while (isWanted) {
      isWanted = false
      await sendAll()
    }
  }).finally(() => {
    running = null
  })
  await running
  // Asked for while the lock was given back.
  if (isWanted) await flush()
}

// Browsers offer locks only over https and on localhost; elsewhere the Idempotency-Key alone makes it once.
async function underLock(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('saathi.outbox', work)
  else await work()
}

async function sendAll(): Promise<void> {
  const tried = [...firsts.keys()]
  const person = personNow()
  await readOutbox()
  const waiting = entriesNow().filter(({ refusal }) => !refusal)
  // Another tab has sent it, something newer stands in its place, or whoever posted it has left.
  for (const id of tried) if (!waiting.some((entry) => entry.id === id)) endElsewhere(id)
  if (waiting.length === 0) return
  if (connectionNow() === 'offline') return tried.forEach(letWait)
  const held = new Set(jammedLines())
  let hasChanged = false
  for (const { key } of waiting) {
    const entry = entriesNow().find((each) => each.key === key)
    if (!entry || entry.refusal || held.has(entry.line)) continue
    const wasFirst = firsts.has(entry.id)
    const result = personNow() === person ? await sendOne(entry) : 'stop'
    if (result === 'held') held.add(entry.line)
    else if (result !== 'stop' && !wasFirst) hasChanged = true
    if (result === 'sent') failures = 0
    if (result === 'stop') break
  }
  tried.forEach(letWait)
  // Which pages show it only their rooms know; it comes seldom enough to read them all anew.
  if (hasChanged) void queryClient.invalidateQueries()
  if (entriesNow().some(({ refusal }) => !refusal)) again()
}

async function sendOne(entry: OutboxEntry): Promise<'sent' | 'refused' | 'held' | 'stop'> {
  const { id, line } = entry
  const first = firsts.get(id)
  let sender: Sender | undefined
  try {
    sender = first ? undefined : await senderOf(entry.kind)
    const settle = await (first ? first.send() : sender?.sendEntry(entry))
    settle?.()
    forgetFirst(id)
    clearJam(line)
    await removeEntry(entry)
    await freeTied(line)
    return 'sent'
  } catch (error) {
    const { isFinal, stopsAll, isSilent, code } = ofError(error)
    if (!isFinal) {
      // That the server seems away may be for its size alone; what comes after it in other lines tells.
      const isJammed = isSilent && connectionNow() !== 'offline' && (sender?.isLargeEntry(entry) ?? false)
      if (isJammed) noteJam(line)
      return stopsAll && !isJammed ? 'stop' : 'held'
    }
    forgetFirst(id)
    if (first) {
      await removeEntry(entry)
      first.refuse(error)
      return 'refused'
    }
    // Thrown away meanwhile, or wished otherwise: that stands, and not this answer to what was before.
    if (!isCurrent(entry)) return 'refused'
    const text = isOutdated(code) ? ('outbox.why.outdated' as const) : (sender?.reasonOf(code) ?? errorTextKey(error))
    await putEntry({ ...entry, refusal: { code, text, isTied: sender?.isTied(code) ?? false } })
    sender?.giveUpEntry(entry, code)
    return 'refused'
  }
}

function forgetFirst(id: string): void {
  firsts.delete(id)
  setFresh(id, false)
}

function endElsewhere(id: string): void {
  const first = firsts.get(id)
  forgetFirst(id)
  first?.end('elsewhere')
}

/** What was refused for want of something that the server has by now is tried once more. */
export async function mend(line: string): Promise<void> {
  await freeTied(line)
  if (isWanted) await flush()
}

async function freeTied(line: string): Promise<void> {
  for (const { refusal, ...entry } of entriesNow()) {
    if (entry.line !== line || !refusal?.isTied) continue
    await putEntry(entry)
    isWanted = true
  }
}

/** A server that was busy, or answered with its own trouble, is asked again after a while, and ever more seldom. */
export function again(): void {
  clearTimeout(timer)
  timer = setTimeout(askedByNobody, Math.min(waitMs(failures), jamMs()))
}

function askedByNobody(): void {
  failures += 1
  void flush()
}

onSessionChanged(clearJams)
window.addEventListener('online', () => {
  failures = 0
  clearJams()
  void flush()
})
onConnectionChanged(() => {
  const isBack = isBackAfter(connectionNow() === 'online')
  if (connectionNow() !== 'online') return
  if (isBack) failures = 0
  // Where a try of our own was all that failed, the next one would fail as well.
  if (failures <= 1) askedByNobody()
})

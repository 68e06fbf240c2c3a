import { useSyncExternalStore } from 'react'
import { putEntries, readEntries, removeEntries, removeEntry as removeStored, removeOthers } from '../offline/store.ts'
import { onSessionChanged } from '../session.ts'
import { personNow } from '../token.ts'
import { registerUnsent } from '../unsaved.ts'
import { isOutboxEntry, type OutboxEntry } from './entry.ts'
import type { Kind } from './kind.ts'

type Entries = readonly OutboxEntry[]
const none: Entries = []
/** So long the server knows by its key what it has heard of already. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Whose they are; what one person left is never shown to another. */
let owner: number | null = null
let visit = 0
let entries: Entries = none
let waiting: Entries = none

/** By their ids, tried for the first time just now: their page says how it goes. */
const fresh = new Set<string>()
/** Not in the browser's storage yet, or never, where it has no room: this page holds them. */
const writing = new Map<string, OutboxEntry>()
const loose = new Set<string>()
/** By their ids, let go here, while the storage may still have them. */
const gone = new Set<string>()

const listeners = new Set<() => void>()
const channel = new BroadcastChannel('saathi.outbox')

function show(next: Entries): void {
  entries = next.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  waiting = entries.filter(({ id }) => !fresh.has(id))
  for (const tell of listeners) tell()
}

const isOwn = () => owner !== null && owner === personNow()

/** All, in the order in which they go. */
export const entriesNow = (): Entries => (isOwn() ? entries : none)
/** Without those that are tried for the first time just now. */
export const waitingNow = (): Entries => (isOwn() ? waiting : none)

/** Those that are lost with this page. */
export const isLoose = ({ key }: OutboxEntry): boolean => loose.has(key)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useEntries = (): Entries => useSyncExternalStore(subscribe, entriesNow)
export const useWaiting = (): Entries => useSyncExternalStore(subscribe, waitingNow)

export function setFresh(id: string, isFresh: boolean): void {
  if (isFresh) fresh.add(id)
  else fresh.delete(id)
  show(entries)
}

export const isFresh = ({ id }: OutboxEntry): boolean => fresh.has(id)

/** Everybody else's things are none of this page's business. */
function belongTo(person: number | null): void {
  if (owner === person) return
  if (person !== null) void removeOthers('outbox', person)
  owner = person
  visit += 1
  for (const each of [fresh, writing, loose, gone]) each.clear()
  show(none)
}

/** Another after each sign-in and sign-out: what was begun before it is nobody's any more. */
export const visitNow = (): number => visit

const isOld = ({ madeAt }: OutboxEntry): boolean => Date.parse(madeAt) < Date.now() - KEPT_FOR_MS
const keyOf = ({ key }: OutboxEntry): string => key

/** As the browser keeps it, with what other tabs have added and sent. */
export async function readOutbox(): Promise<void> {
  const person = personNow()
  belongTo(person)
  if (person === null) return
  const stored = await readEntries('outbox', person, isOutboxEntry)
  if (!stored || owner !== person) return
  const old = stored.filter(isOld)
  if (old.length > 0) void removeEntries('outbox', person, old.map(keyOf))
  const isShown = (entry: OutboxEntry) => !isOld(entry) && !gone.has(entry.id) && !writing.has(entry.key)
  show([...stored.filter(isShown), ...writing.values()])
}

export async function putEntry(entry: OutboxEntry): Promise<void> {
  belongTo(personNow())
  if (owner !== entry.person) return
  const { key } = entry
  gone.delete(entry.id)
  writing.set(key, entry)
  show([...entries.filter((each) => each.key !== key), entry])
  const isKept = await putEntries('outbox', entry.person, [entry])
  // Something newer about the same may be on its way into the storage by now.
  if (writing.get(key) !== entry) return
  if (isKept) {
    writing.delete(key)
    loose.delete(key)
    channel.postMessage('changed')
  } else loose.add(key)
  show(entries)
}

/** Whether nothing newer has taken its place, and it was not thrown away. */
export const isCurrent = ({ key, id }: OutboxEntry): boolean => entriesNow().some((entry) => entry.key === key && entry.id === id)

/** Unless something newer has taken its place. */
export async function removeEntry(entry: OutboxEntry): Promise<void> {
  if (!isCurrent(entry)) return
  const { person, key, id } = entry
  gone.add(id)
  writing.delete(key)
  loose.delete(key)
  show(entries.filter((each) => each.key !== key))
  await removeStored('outbox', person, key, (stored) => isOutboxEntry(stored) && stored.id === id)
  channel.postMessage('changed')
}

let lastTime = 0

/** Later than every other of this page, whatever the clock of the device does. */
export function newKey(id: string): string {
  const newest = Date.parse(entries.at(-1)?.key.slice(0, 24) ?? '')
  lastTime = Math.max(Date.now(), lastTime + 1, Number.isNaN(newest) ? 0 : newest + 1)
  return `${new Date(lastTime).toISOString()}-${id}`
}

/** Until the list is known that an earlier visit has left. */
let reading = readOutbox()

type Naming<Input> = Pick<Kind<Input, unknown>, 'lineOf' | 'aboutOf'>

export function entryOf<Input>(kind: Naming<Input>, input: Input): OutboxEntry | undefined {
  const [line, about] = [kind.lineOf(input), kind.aboutOf(input)]
  return entriesNow().find((entry) => entry.line === line && entry.about === about)
}

/** Whether something about the same waits or is on its way: then a newer wish has to come after it, by `post`. */
export async function isWaiting<Input>(kind: Naming<Input>, input: Input): Promise<boolean> {
  await reading
  return entryOf(kind, input) !== undefined
}

function readAgain(): void {
  reading = readOutbox()
}

channel.addEventListener('message', readAgain)
onSessionChanged(readAgain)
registerUnsent(() => entriesNow().length > 0)

import { useSyncExternalStore } from 'react'
import { putEntries, readEntries, removeEntries, removeEntry as removeStored, removeOtherPeople } from '../offline/store.ts'
import { onSessionChanged } from '../session.ts'
import { createStore } from '../store.ts'
import { personNow } from '../network/token.ts'
import { registerUnsent } from '../unsaved.ts'
import { isOutboxEntry, type OutboxEntry } from './entry.ts'
import type { Kind } from './kind.ts'

type Entries = readonly OutboxEntry[]
const none: Entries = []
/** The server remembers idempotency keys for this long. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

type Outbox = {
  /** Owner of the entries; they are never shown to anyone else. */
  owner: number | null
  /** Changes with each sign-in and sign-out. */
  epoch: number
  entries: Entries
  waiting: Entries
}
const outbox = createStore<Outbox>({ owner: null, epoch: 0, entries: none, waiting: none })

/** Ids of entries in their first attempt: their page shows the progress. */
const fresh = new Set<string>()
/** Entries that only this page has: not stored yet, or not storable because the storage is full. */
const writing = new Map<string, OutboxEntry>()
const unstored = new Set<string>()
/** Ids removed here that may still be in storage. */
const removed = new Set<string>()

const channel = new BroadcastChannel('saathi.outbox')

function publish(next: Entries): void {
  const entries = next.toSorted((left, right) => (left.key < right.key ? -1 : 1))
  outbox.set({ ...outbox.get(), entries, waiting: entries.filter(({ id }) => !fresh.has(id)) })
}

const isOwn = () => outbox.get().owner !== null && outbox.get().owner === personNow()

/** All entries, in sending order. */
export const entriesNow = (): Entries => (isOwn() ? outbox.get().entries : none)
/** All entries except those in their first attempt. */
export const waitingNow = (): Entries => (isOwn() ? outbox.get().waiting : none)

/** Whether the entry would be lost with this page. */
export const isUnstored = ({ key }: OutboxEntry): boolean => unstored.has(key)

export const useEntries = (): Entries => useSyncExternalStore(outbox.subscribe, entriesNow)
export const useWaiting = (): Entries => useSyncExternalStore(outbox.subscribe, waitingNow)

export function setFresh(id: string, isFresh: boolean): void {
  if (isFresh) fresh.add(id)
  else fresh.delete(id)
  publish(outbox.get().entries)
}

export const isFresh = ({ id }: OutboxEntry): boolean => fresh.has(id)

/** Clears everything of the previous owner. */
function switchOwner(person: number | null): void {
  const { owner, epoch } = outbox.get()
  if (owner === person) return
  if (person !== null) void removeOtherPeople('outbox', person)
  for (const each of [fresh, writing, unstored, removed]) each.clear()
  outbox.set({ owner: person, epoch: epoch + 1, entries: none, waiting: none })
}

/** Changes with each sign-in and sign-out: work started before is no longer valid. */
export const sessionEpoch = (): number => outbox.get().epoch

const isOld = ({ madeAt }: OutboxEntry): boolean => Date.parse(madeAt) < Date.now() - MAX_AGE_MS
const keyOf = ({ key }: OutboxEntry): string => key

/** Reloads the list from storage, with changes by other tabs. */
export async function readOutbox(): Promise<void> {
  const person = personNow()
  switchOwner(person)
  if (person === null) return
  const stored = await readEntries('outbox', person, isOutboxEntry)
  if (!stored || outbox.get().owner !== person) return
  const old = stored.filter(isOld)
  if (old.length > 0) void removeEntries('outbox', person, old.map(keyOf))
  const isShown = (entry: OutboxEntry) => !isOld(entry) && !removed.has(entry.id) && !writing.has(entry.key)
  publish([...stored.filter(isShown), ...writing.values()])
}

export async function putEntry(entry: OutboxEntry): Promise<void> {
  switchOwner(personNow())
  const { owner, entries } = outbox.get()
  if (owner !== entry.person) return
  const { key } = entry
  removed.delete(entry.id)
  writing.set(key, entry)
  publish([...entries.filter((each) => each.key !== key), entry])
  const isStored = await putEntries('outbox', entry.person, [entry])
  // A newer entry may be replacing this one.
  if (writing.get(key) !== entry) return
  if (isStored) {
    writing.delete(key)
    unstored.delete(key)
    channel.postMessage('changed')
  } else unstored.add(key)
  publish(outbox.get().entries)
}

/** Stores what has been done for an entry so far, for example the id of an uploaded file. */
export async function updateInput(id: string, input: unknown): Promise<void> {
  const entry = entriesNow().find((each) => each.id === id)
  if (entry) await putEntry({ ...entry, input })
}

/** Whether the entry has been neither replaced nor discarded. */
export const isCurrent = ({ key, id }: OutboxEntry): boolean => entriesNow().some((entry) => entry.key === key && entry.id === id)

/** Keeps the entry if a newer one has replaced it. */
export async function removeEntry(entry: OutboxEntry): Promise<void> {
  if (!isCurrent(entry)) return
  const { person, key, id } = entry
  removed.add(id)
  writing.delete(key)
  unstored.delete(key)
  publish(outbox.get().entries.filter((each) => each.key !== key))
  await removeStored('outbox', person, key, (stored) => isOutboxEntry(stored) && stored.id === id)
  channel.postMessage('changed')
}

const lastTime = createStore(0)

/** Sorts after every other key of this page, even if the device's clock was changed. */
export function newKey(id: string): string {
  const newest = Date.parse(outbox.get().entries.at(-1)?.key.slice(0, 24) ?? '')
  lastTime.set(Math.max(Date.now(), lastTime.get() + 1, Number.isNaN(newest) ? 0 : newest + 1))
  return `${new Date(lastTime.get()).toISOString()}-${id}`
}

/** Resolves when the entries of earlier visits are loaded. */
const loading = createStore(readOutbox())

type KindKeys<Input> = Pick<Kind<Input, unknown>, 'lineOf' | 'aboutOf'>

export function findEntry<Input>(kind: KindKeys<Input>, input: Input): OutboxEntry | undefined {
  const [line, about] = [kind.lineOf(input), kind.aboutOf(input)]
  return entriesNow().find((entry) => entry.line === line && entry.about === about)
}

/** Whether an entry about the same thing is waiting or being sent. A newer value must then be queued with `post`. */
export async function isWaiting<Input>(kind: KindKeys<Input>, input: Input): Promise<boolean> {
  await loading.get()
  return findEntry(kind, input) !== undefined
}

function reload(): void {
  loading.set(readOutbox())
}

channel.addEventListener('message', reload)
onSessionChanged(reload)
registerUnsent(() => entriesNow().length > 0)

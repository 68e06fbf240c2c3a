import { readStored } from '../storage.ts'

export type StoreName = 'kept' | 'outbox'
/** An entry belongs to one person; putting the same `key` again replaces it. */
export type Entry = { person: number; key: string }

// Signing out deletes them by these names: see core/storage.ts. Two databases, because unsent entries may outlive cached data.
const databaseNames: Record<StoreName, string> = { kept: 'saathi', outbox: 'saathi.outbox' }
/** Another tab may block the deletion of a database; do not wait forever. */
const openTimeoutMs = 3_000

const opening = new Map<StoreName, Promise<IDBDatabase>>()
const opened = new Map<StoreName, IDBDatabase>()

function open(name: StoreName): Promise<IDBDatabase> {
  const known = opening.get(name)
  if (known) return known
  const promise = connect(name)
  opening.set(name, promise)
  void trackOpening(name, promise)
  return promise
}

async function trackOpening(name: StoreName, promise: Promise<IDBDatabase>): Promise<void> {
  try {
    const database = await promise
    if (opening.get(name) === promise) opened.set(name, database)
  } catch {
    if (opening.get(name) === promise) opening.delete(name)
  }
}

function release(name: StoreName, database: IDBDatabase): void {
  database.close()
  if (opened.get(name) !== database) return
  opening.delete(name)
  opened.delete(name)
}

// Close immediately instead of waiting for the browser's event: later calls must open the new database.
window.addEventListener('saathi.forget', () => {
  for (const database of opened.values()) database.close()
  opening.clear()
  opened.clear()
})

function connect(name: StoreName): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('Opening the database timed out.'))
    }, openTimeoutMs)
    const request = indexedDB.open(databaseNames[name], 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(name, { keyPath: ['person', 'key'] })
    })
    request.addEventListener('success', () => {
      clearTimeout(timer)
      const database = request.result
      // Another tab is signing out and wants to delete the database.
      database.addEventListener('versionchange', () => release(name, database))
      database.addEventListener('close', () => release(name, database))
      if (isLate) database.close()
      else resolve(database)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('Could not open the database.'))
    })
  })
}

/** Callers need not handle a private window, a full disk or a deleted store: the result is null. */
async function withStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<{ value: T | undefined } | null> {
  try {
    const database = await open(name)
    return await new Promise((resolve) => {
      // Outbox entries exist nowhere else; cached data can be fetched again.
      const transaction = database.transaction(name, mode, { durability: name === 'outbox' ? 'strict' : 'relaxed' })
      let request: IDBRequest<T> | undefined
      transaction.addEventListener('complete', () => resolve({ value: request?.result }))
      transaction.addEventListener('abort', () => resolve(null))
      try {
        request = work(transaction.objectStore(name))
      } catch {
        // One value that cannot be stored aborts the whole transaction.
        transaction.abort()
      }
    })
  } catch {
    return null
  }
}

const personRange = (person: number) => IDBKeyRange.bound([person], [person + 1], false, true)

/** Sorted by key; null if nothing can be read. Entries in the format of another build are skipped. */
export async function readEntries<E extends Entry>(
  name: StoreName,
  person: number,
  isEntry: (value: unknown) => value is E,
): Promise<E[] | null> {
  const read = await withStore<unknown[]>(name, 'readonly', (store) => store.getAll(personRange(person)))
  return read && (read.value ?? []).filter(isEntry)
}

/** The entry with this key; null if missing or unreadable. */
export async function readEntry<E extends Entry>(
  name: StoreName,
  person: number,
  key: string,
  isEntry: (value: unknown) => value is E,
): Promise<E | null> {
  const read = await withStore<unknown>(name, 'readonly', (store) => store.get([person, key]))
  const entry = read?.value
  return isEntry(entry) ? entry : null
}

function deleteOtherPeople(store: IDBObjectStore, person: number): void {
  store.delete(IDBKeyRange.upperBound([person], true))
  store.delete(IDBKeyRange.lowerBound([person + 1]))
}

/** Writes all or none; returns whether they are stored. Only for the person signed in on this browser. */
export async function putEntries(name: StoreName, person: number, entries: readonly Entry[]): Promise<boolean> {
  // Another tab may have signed out: a late write must not stay for the next person.
  const isAllowed = () => Number(readStored('saathi.signedIn')) === person && entries.every((entry) => entry.person === person)
  if (!isAllowed()) return false
  const written = await withStore(name, 'readwrite', (store) => {
    if (!isAllowed()) {
      store.transaction.abort()
      return
    }
    deleteOtherPeople(store, person)
    for (const entry of entries) store.put(entry)
  })
  return written !== null
}

/** Deletes the entries of everyone but the signed-in person. */
export async function removeOtherPeople(name: StoreName, person: number): Promise<void> {
  await withStore(name, 'readwrite', (store) => {
    // Another tab may have signed in someone else.
    if (Number(readStored('saathi.signedIn')) === person) deleteOtherPeople(store, person)
    return undefined
  })
}

/** Removes these keys, or all of the person's entries. */
export async function removeEntries(name: StoreName, person: number, keys?: readonly string[]): Promise<boolean> {
  const removed = await withStore(name, 'readwrite', (store) => {
    if (!keys) return void store.delete(personRange(person))
    for (const key of keys) store.delete([person, key])
  })
  return removed !== null
}

/** Keeps the entry if another tab has replaced it. */
export async function removeEntry(
  name: StoreName,
  person: number,
  key: string,
  isMatch: (value: unknown) => boolean,
): Promise<boolean> {
  const removed = await withStore<unknown>(name, 'readwrite', (store) => {
    const reading: IDBRequest<unknown> = store.get([person, key])
    reading.addEventListener('success', () => {
      if (isMatch(reading.result)) store.delete([person, key])
    })
    return reading
  })
  return removed !== null
}

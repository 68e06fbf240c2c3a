import { readStored } from '../storage.ts'

export type StoreName = 'kept' | 'outbox'
/** What lies there belongs to one person; `key` is theirs to choose, and putting it again replaces it. */
export type Entry = { person: number; key: string }

// Ending a sign-in deletes them by these names: see core/storage.ts. Two, as what waits to be sent may outlive what was read.
const databaseNames: Record<StoreName, string> = { kept: 'saathi', outbox: 'saathi.outbox' }
/** Another tab that will not let go of a database which is to be deleted must not keep this one waiting for ever. */
const patienceMs = 3_000

const opening = new Map<StoreName, Promise<IDBDatabase>>()
const opened = new Map<StoreName, IDBDatabase>()

function open(name: StoreName): Promise<IDBDatabase> {
  const known = opening.get(name)
  if (known) return known
  const own = connect(name)
  opening.set(name, own)
  void follow(name, own)
  return own
}

async function follow(name: StoreName, own: Promise<IDBDatabase>): Promise<void> {
  try {
    const database = await own
    if (opening.get(name) === own) opened.set(name, database)
  } catch {
    if (opening.get(name) === own) opening.delete(name)
  }
}

function letGo(name: StoreName, database: IDBDatabase): void {
  database.close()
  if (opened.get(name) !== database) return
  opening.delete(name)
  opened.delete(name)
}

// At once, and not when the browser tells of it: what is asked for from now on must find the database that comes after.
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
      reject(new Error('The database does not open.'))
    }, patienceMs)
    const request = indexedDB.open(databaseNames[name], 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(name, { keyPath: ['person', 'key'] })
    })
    request.addEventListener('success', () => {
      clearTimeout(timer)
      const database = request.result
      // Someone signs out in another tab, and it is to be deleted.
      database.addEventListener('versionchange', () => letGo(name, database))
      database.addEventListener('close', () => letGo(name, database))
      if (isLate) database.close()
      else resolve(database)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('The database does not open.'))
    })
  })
}

/** Nobody has to mind a private window, a full disk or a store that is gone: the answer is null then. */
async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<{ value: T | undefined } | null> {
  try {
    const database = await open(name)
    return await new Promise((resolve) => {
      // What waits to be sent stands nowhere else; what is kept can be read again.
      const transaction = database.transaction(name, mode, { durability: name === 'outbox' ? 'strict' : 'relaxed' })
      let request: IDBRequest<T> | undefined
      transaction.addEventListener('complete', () => resolve({ value: request?.result }))
      transaction.addEventListener('abort', () => resolve(null))
      try {
        request = work(transaction.objectStore(name))
      } catch {
        // What cannot be stored takes what was asked for beside it along.
        transaction.abort()
      }
    })
  } catch {
    return null
  }
}

const ofPerson = (person: number) => IDBKeyRange.bound([person], [person + 1], false, true)

/** In the order of their keys; null where nothing can be read. What an older build has left may look otherwise and is passed over. */
export async function readEntries<E extends Entry>(
  name: StoreName,
  person: number,
  isEntry: (value: unknown) => value is E,
): Promise<E[] | null> {
  const read = await inStore<unknown[]>(name, 'readonly', (store) => store.getAll(ofPerson(person)))
  return read && (read.value ?? []).filter(isEntry)
}

/** The one under this key; null where there is none, or none that can be read. */
export async function readEntry<E extends Entry>(
  name: StoreName,
  person: number,
  key: string,
  isEntry: (value: unknown) => value is E,
): Promise<E | null> {
  const read = await inStore<unknown>(name, 'readonly', (store) => store.get([person, key]))
  const entry = read?.value
  return isEntry(entry) ? entry : null
}

function deleteOthers(store: IDBObjectStore, person: number): void {
  store.delete(IDBKeyRange.upperBound([person], true))
  store.delete(IDBKeyRange.lowerBound([person + 1]))
}

/** All of them or none, and whether they are there now. Only for whoever this browser knows as signed in. */
export async function putEntries(name: StoreName, person: number, entries: readonly Entry[]): Promise<boolean> {
  // Another tab may have signed out since: what comes late must not lie there for the next person.
  const mayStay = () => Number(readStored('saathi.signedIn')) === person && entries.every((entry) => entry.person === person)
  if (!mayStay()) return false
  const written = await inStore(name, 'readwrite', (store) => {
    if (!mayStay()) {
      store.transaction.abort()
      return
    }
    deleteOthers(store, person)
    for (const entry of entries) store.put(entry)
  })
  return written !== null
}

/** Whoever is signed in here leaves nothing of those before them. */
export async function removeOthers(name: StoreName, person: number): Promise<void> {
  await inStore(name, 'readwrite', (store) => {
    // Another tab may have let someone else in since.
    if (Number(readStored('saathi.signedIn')) === person) deleteOthers(store, person)
    return undefined
  })
}

/** Those, or all of the person. */
export async function removeEntries(name: StoreName, person: number, keys?: readonly string[]): Promise<boolean> {
  const removed = await inStore(name, 'readwrite', (store) => {
    if (!keys) return void store.delete(ofPerson(person))
    for (const key of keys) store.delete([person, key])
  })
  return removed !== null
}

/** Unless something else stands under this key by now, put there by another tab. */
export async function removeEntry(
  name: StoreName,
  person: number,
  key: string,
  isIt: (value: unknown) => boolean,
): Promise<boolean> {
  const removed = await inStore<unknown>(name, 'readwrite', (store) => {
    const reading: IDBRequest<unknown> = store.get([person, key])
    reading.addEventListener('success', () => {
      if (isIt(reading.result)) store.delete([person, key])
    })
    return reading
  })
  return removed !== null
}

import { sessionOver } from '../api-error.ts'
import { connectionNow } from '../connection.ts'
import { personNow } from '../network/token.ts'
import { newUuid } from '../uuid.ts'
import type { OutboxEntry } from './entry.ts'
import type { Kind } from './kind.ts'
import { findEntry, newKey, putEntry, removeEntry } from './list.ts'
import { clearStuck } from './backoff.ts'
import { addFirstAttempt, scheduleRetry, flush, flushQueueOf, deferAttempt } from './flush.ts'
import { senderOf } from './senders.ts'

export { flush, retryRefused } from './flush.ts'

/** `id`: the Idempotency-Key of an earlier attempt. */
export type EntryInfo = Pick<OutboxEntry, 'label' | 'place'> & { id?: string }
/** `reply` is undefined if another tab sent it. */
export type PostResult<Reply> = { isSent: true; reply: Reply | undefined } | { isSent: false }

function makeEntry<Input, Reply>(kind: Kind<Input, Reply>, input: Input, info: EntryInfo): OutboxEntry {
  const person = personNow()
  if (person === null) throw sessionOver()
  const { label, place, id = newUuid() } = info
  const { name, isParallel, lineOf, aboutOf } = kind
  const before = findEntry(kind, input)
  // Keep the position of the older entry: later entries may depend on it.
  const key = before?.key ?? newKey(id)
  const queue = { line: lineOf(input), about: aboutOf(input), ...(isParallel && { isParallel }) }
  return { person, key, id, kind: name, ...queue, input, label, place, madeAt: new Date().toISOString() }
}

/** Stores an action whose call failed; it is sent when the server is reachable. */
export async function enqueue<Input, Reply>(kind: Kind<Input, Reply>, input: Input, info: EntryInfo): Promise<void> {
  await putEntry(makeEntry(kind, input, info))
  scheduleRetry()
}

/** Stores the entry before sending, so that it survives this page. The caller handles a refusal of the first attempt. */
export async function post<Input, Reply>(kind: Kind<Input, Reply>, input: Input, info: EntryInfo): Promise<PostResult<Reply>> {
  const entry = makeEntry(kind, input, info)
  const { promise, resolve, reject } = Promise.withResolvers<PostResult<Reply>>()
  addFirstAttempt(entry, {
    send: async () => {
      const reply = await kind.send(input, entry.id)
      return () => resolve({ isSent: true, reply })
    },
    end: (outcome) => resolve(outcome === 'elsewhere' ? { isSent: true, reply: undefined } : { isSent: false }),
    refuse: reject,
  })
  await storeAndSend(entry)
  return promise
}

/** Like `post`, for a page that shows its entries: a refused one stays in the list with its reason. */
export async function submit<Input, Reply>(kind: Kind<Input, Reply>, input: Input, info: EntryInfo): Promise<void> {
  const entry = makeEntry(kind, input, info)
  addFirstAttempt(entry)
  await storeAndSend(entry)
}

async function storeAndSend(entry: OutboxEntry): Promise<void> {
  const stored = putEntry(entry)
  if (connectionNow() !== 'offline') return void flushQueueOf(entry)
  await stored
  deferAttempt(entry.id)
}

/** Removes a waiting entry because a newer value is sent without the outbox. */
export async function drop<Input, Reply>(kind: Kind<Input, Reply>, input: Input): Promise<void> {
  const entry = findEntry(kind, input)
  if (entry) await removeEntry(entry)
}

export async function discard(entry: OutboxEntry): Promise<void> {
  clearStuck(entry.line)
  await removeEntry(entry)
  const sender = await senderOf(entry.kind).catch(() => null)
  sender?.giveUpEntry(entry)
  // Entries it blocked can be sent now.
  await flush()
}

export async function tryAgain({ refusal: _refusal, ...entry }: OutboxEntry): Promise<void> {
  clearStuck(entry.line)
  await putEntry(entry)
  await flush()
}

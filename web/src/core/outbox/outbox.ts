import { sessionOver } from '../api-error.ts'
import { connectionNow } from '../connection.ts'
import { personNow } from '../token.ts'
import { newUuid } from '../uuid.ts'
import type { OutboxEntry } from './entry.ts'
import type { Kind } from './kind.ts'
import { entryOf, newKey, putEntry, removeEntry } from './list.ts'
import { clearJam } from './patience.ts'
import { addFirst, again, flush, letWait } from './rounds.ts'
import { senderOf } from './senders.ts'

export { flush, mend } from './rounds.ts'

/** `id`: the Idempotency-Key under which it was tried already. */
export type Told = Pick<OutboxEntry, 'label' | 'place'> & { id?: string }
/** No reply where another tab was quicker. */
export type Outcome<Reply> = { isSent: true; reply: Reply | undefined } | { isSent: false }

function makeEntry<Input, Reply>(kind: Kind<Input, Reply>, input: Input, told: Told): OutboxEntry {
  const person = personNow()
  if (person === null) throw sessionOver()
  const { label, place, id = newUuid() } = told
  const [line, about] = [kind.lineOf(input), kind.aboutOf(input)]
  const before = entryOf(kind, input)
  // In the place of the older one: what was done after that may rest upon it.
  const key = before?.key ?? newKey(id)
  return { person, key, id, kind: kind.name, line, about, input, label, place, madeAt: new Date().toISOString() }
}

/** For what was tried in vain: it waits here, and is sent when the server can be reached. */
export async function keep<Input, Reply>(kind: Kind<Input, Reply>, input: Input, told: Told): Promise<void> {
  await putEntry(makeEntry(kind, input, told))
  again()
}

/** Kept first and then sent, so that it outlives this page. A refusal of this first try is the caller's to tell. */
export async function post<Input, Reply>(kind: Kind<Input, Reply>, input: Input, told: Told): Promise<Outcome<Reply>> {
  const entry = makeEntry(kind, input, told)
  const { id } = entry
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Reply>>()
  addFirst(id, {
    send: async () => {
      const reply = await kind.send(input, id)
      return () => resolve({ isSent: true, reply })
    },
    end: (outcome) => resolve(outcome === 'elsewhere' ? { isSent: true, reply: undefined } : { isSent: false }),
    refuse: reject,
  })
  const isPut = putEntry(entry)
  if (connectionNow() === 'offline') {
    await isPut
    letWait(id)
  } else void flush()
  return promise
}

/** A newer wish about the same is on its way by itself. */
export async function drop<Input, Reply>(kind: Kind<Input, Reply>, input: Input): Promise<void> {
  const entry = entryOf(kind, input)
  if (entry) await removeEntry(entry)
}

export async function throwAway(entry: OutboxEntry): Promise<void> {
  clearJam(entry.line)
  await removeEntry(entry)
  const sender = await senderOf(entry.kind).catch(() => null)
  sender?.giveUpEntry(entry)
  // What stood behind it in its line may go now.
  await flush()
}

export async function tryAgain({ refusal: _refusal, ...entry }: OutboxEntry): Promise<void> {
  clearJam(entry.line)
  await putEntry(entry)
  await flush()
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { updateProfile } from '@saathi/contract/accounts/calls'
import { listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import * as z from 'zod/mini'
import { onCleanup } from './cleanup.ts'
import type { AcknowledgedWrites } from './lost.ts'
import type { Person } from './people.ts'

const RETRY_MS = 50
const SETTLE_TRIES = 100

type Writer = Required<AcknowledgedWrites> & { person: Person; keys: string[]; openKey: string | null; bioSent: number }
type RequestOptions = { method: string; headers?: Record<string, string>; body: string | FormData }
type Answer = 'acknowledged' | 'turned away' | 'refused'

const Sessions = z.object({ sessions: z.array(z.object({ id: z.number() })) })
const Bookmarked = z.object({ is_bookmarked: z.boolean() })

/**
 * People who keep writing at a given total rate: a bookmark with its own idempotency key, then a bio. An unacknowledged write is
 * sent again with the same key, as a phone would.
 */
export async function startLoad(url: string, people: readonly Person[], perSecond: number) {
  let target = url
  const over = new AbortController()
  let acknowledged = 0
  let turnedAway = 0
  const faults: string[] = []
  const sessions = await findSessions(url, people[0])
  const writers: Writer[] = people.map((person, at) => ({
    person,
    personId: person.id,
    session: sessions[at % sessions.length] ?? 0,
    keys: [],
    openKey: null,
    isBookmarked: false,
    bio: 0,
    bioSent: 0,
  }))

  async function send(writer: Writer, path: string, init: RequestOptions, onReply: (json: unknown) => void): Promise<Answer> {
    try {
      const headers = { ...init.headers, authorization: `Bearer ${await writer.person.token()}` }
      const response = await fetch(`${target}${path}`, { ...init, headers })
      const body = await response.text()
      if (response.status === 200) {
        onReply(JSON.parse(body))
        acknowledged += 1
        return 'acknowledged'
      }
      if (response.status !== 503) faults.push(`${init.method} ${path} answered ${response.status} ${body.slice(0, 200)}`)
      else turnedAway += 1
      return response.status === 503 ? 'turned away' : 'refused'
    } catch {
      turnedAway += 1
      return 'turned away'
    }
  }

  function writeBookmark(writer: Writer): Promise<Answer> {
    const key = writer.openKey ?? randomUUID()
    writer.openKey = key
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ session: writer.session })
    return send(writer, toggleBookmark.path, { method: 'POST', headers, body }, (json) => {
      writer.isBookmarked = Bookmarked.parse(json).is_bookmarked
      writer.keys.push(key)
      writer.openKey = null
    })
  }

  function writeBio(writer: Writer): Promise<Answer> {
    writer.bioSent += 1
    const number = writer.bioSent
    const body = new FormData()
    for (const [name, value] of Object.entries({ first_name: 'Drill', last_name: 'Person', bio: String(number) }))
      body.set(name, value)
    return send(writer, updateProfile.path, { method: 'PUT', body }, () => {
      writer.bio = number
    })
  }

  async function keepWriting(writer: Writer, at: number) {
    const everyMs = (1000 * people.length) / perSecond
    let next = performance.now() + (everyMs * at) / people.length
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await pause(Math.max(0, next - performance.now()))
      next = Math.max(next + everyMs, performance.now())
      const answer = await (turn % 2 === 0 || writer.openKey ? writeBookmark(writer) : writeBio(writer))
      if (answer !== 'acknowledged') await pause(RETRY_MS)
    }
  }
  const startedAt = performance.now()
  const writing = Promise.all(writers.map(keepWriting))
  onCleanup(() => over.abort())

  return {
    moveTo: (next: string) => {
      target = next
    },
    acknowledged: () => acknowledged,
    turnedAway: () => turnedAway,
    perSecond: () => (acknowledged * 1000) / (performance.now() - startedAt),
    faults: () => faults,
    /** Everything acknowledged so far. */
    mark: (): AcknowledgedWrites[] =>
      writers.map(({ personId, session, keys, bio }) => ({ personId, session, keys: [...keys], bio })),
    /** Stops writing and resends what is still open, so that the result of every write is known. */
    async settle(): Promise<AcknowledgedWrites[]> {
      over.abort()
      await writing
      for (const writer of writers) {
        for (let tries = 0; writer.openKey && tries < SETTLE_TRIES; tries += 1) {
          if ((await writeBookmark(writer)) !== 'acknowledged') await pause(RETRY_MS)
        }
        if (writer.openKey) faults.push(`a bookmark of person ${writer.personId} was never acknowledged`)
      }
      return writers.map(({ personId, session, keys, bio, isBookmarked }) => ({ personId, session, keys, bio, isBookmarked }))
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>

async function findSessions(url: string, person: Person | undefined): Promise<number[]> {
  const response = await fetch(`${url}${listSessions.path}`, { headers: { authorization: `Bearer ${await person?.token()}` } })
  return Sessions.parse(await response.json()).sessions.map(({ id }) => id)
}

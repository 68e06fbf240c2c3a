import type { Form } from '@saathi/contract/core/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from './ctx.ts'
import { coreRefusal } from './errors.ts'
import type { Limits } from './limits/limits.ts'
import { requireNotUsedUp } from './limits/require-within.ts'

const MB = 1024 * 1024
/** All texts of a form, and the lines that name its parts. */
const MAX_TEXT_BYTES = MB
/** What one person's forms may hold at a time: the largest one there is, and a little more. */
export const MAX_BYTES_PER_PERSON = 48 * MB
/** What all forms together may hold of this process's memory, from the first byte until the call is answered. */
const MAX_BYTES_HELD = 128 * MB
/** No longer than any call may be; so short a form is no upload worth asking about. */
const SHORT_BYTES = 256 * 1024
const TRY_AGAIN_SECONDS = 5

export type Hold = { add: (bytes: number) => void; release: () => void }
export const nothingHeld: Hold = { add: () => {}, release: () => {} }

export function maxBytesOf({ files, keyed }: Form): number {
  const named = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  return named + (keyed?.maxTotalBytes ?? 0) + MAX_TEXT_BYTES
}

type Parts = { world: Pick<World, 'db' | 'clock'>; limits: Pick<Limits, 'uploadPerPerson'>; maxBytesHeld?: number }

/**
 * Whoever will be refused for what a form weighs is refused before it is read. Bytes count as they come and not as they are
 * announced, or a few who announce much and send nothing would keep everybody else out.
 */
export function formDesk({ world, limits, maxBytesHeld = MAX_BYTES_HELD }: Parts) {
  let heldByAll = 0
  const heldBy = new Map<number | null, number>()

  function take(personId: number | null, maxBytes: number) {
    let held = 0
    const change = (bytes: number) => {
      held += bytes
      heldByAll += bytes
      const own = (heldBy.get(personId) ?? 0) + bytes
      if (own > 0) heldBy.set(personId, own)
      else heldBy.delete(personId)
    }
    const requireRoom = (bytes: number) => {
      if (held + bytes > maxBytes) throw coreRefusal('core.too_large')
      const wait = { retryAfterSeconds: TRY_AGAIN_SECONDS }
      if ((heldBy.get(personId) ?? 0) + bytes > MAX_BYTES_PER_PERSON) throw coreRefusal('core.too_many', wait)
      if (heldByAll + bytes > maxBytesHeld) throw coreRefusal('core.unavailable', wait)
    }
    const add = (bytes: number) => {
      requireRoom(bytes)
      change(bytes)
    }
    return { requireRoom, add, release: () => change(-held) }
  }

  return {
    async open({ raw }: FastifyRequest, reply: FastifyReply, form: Form, personId: number | null): Promise<Hold> {
      const announced = Number(raw.headers['content-length'] ?? Number.NaN)
      const { requireRoom, ...hold } = take(personId, maxBytesOf(form))
      if (announced > 0) requireRoom(announced)
      if (personId !== null && !(announced <= SHORT_BYTES)) {
        await requireNotUsedUp(world.db, world.clock.now(), { limits: limits.uploadPerPerson, key: String(personId) })
      }
      // Whose line breaks in the middle is answered at once, and nobody reads that form to its end.
      reply.raw.once('close', () => raw.complete || hold.release())
      return hold
    },
  }
}

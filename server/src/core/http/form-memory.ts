import type { Form } from '@saathi/contract/core/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../ctx.ts'
import { coreRefusal } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { requireNotExhausted } from '../limits/require-within-limits.ts'

const MB = 1024 * 1024
/** All texts of a form, including the headers of its parts. */
const MAX_TEXT_BYTES = MB
/** Limit for the concurrent forms of one person, slightly above the largest form. */
export const MAX_BYTES_PER_PERSON = 48 * MB
/** Limit for all forms in this process's memory, from the first byte until the call is answered. */
const MAX_TOTAL_BYTES = 128 * MB
/** The size limit of ordinary calls; the upload limit is not checked for such short forms. */
const SHORT_BYTES = 256 * 1024
const TRY_AGAIN_SECONDS = 5

export type FormReservation = { add: (bytes: number) => void; release: () => void }
export const noReservation: FormReservation = { add: () => {}, release: () => {} }

export function maxBytesOf({ files, keyed }: Form): number {
  const named = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  return named + (keyed?.maxTotalBytes ?? 0) + MAX_TEXT_BYTES
}

type Parts = { world: Pick<World, 'db' | 'clock'>; limits: Pick<Limits, 'uploadPerPerson'>; maxTotalBytes?: number }

/**
 * Limits the memory for forms. A form that will be refused is refused before it is read. Bytes count as they arrive, not as
 * declared, so that clients which declare much and send nothing cannot lock out others.
 */
export function formMemory({ world, limits, maxTotalBytes = MAX_TOTAL_BYTES }: Parts) {
  let totalBytes = 0
  const bytesByPerson = new Map<number | null, number>()

  function take(personId: number | null, maxBytes: number) {
    let reserved = 0
    const change = (bytes: number) => {
      reserved += bytes
      totalBytes += bytes
      const own = (bytesByPerson.get(personId) ?? 0) + bytes
      if (own > 0) bytesByPerson.set(personId, own)
      else bytesByPerson.delete(personId)
    }
    const requireCapacity = (bytes: number) => {
      if (reserved + bytes > maxBytes) throw coreRefusal('core.too_large')
      const wait = { retryAfterSeconds: TRY_AGAIN_SECONDS }
      if ((bytesByPerson.get(personId) ?? 0) + bytes > MAX_BYTES_PER_PERSON) throw coreRefusal('core.too_many', wait)
      if (totalBytes + bytes > maxTotalBytes) throw coreRefusal('core.unavailable', wait)
    }
    const add = (bytes: number) => {
      requireCapacity(bytes)
      change(bytes)
    }
    return { requireCapacity, add, release: () => change(-reserved) }
  }

  return {
    async open({ raw }: FastifyRequest, reply: FastifyReply, form: Form, personId: number | null): Promise<FormReservation> {
      const announced = Number(raw.headers['content-length'] ?? Number.NaN)
      const { requireCapacity, ...reservation } = take(personId, maxBytesOf(form))
      if (announced > 0) requireCapacity(announced)
      if (personId !== null && !(announced <= SHORT_BYTES)) {
        await requireNotExhausted(world.db, world.clock.now(), { limits: limits.uploadPerPerson, key: String(personId) })
      }
      // If the connection breaks in the middle, the form is never read to its end.
      reply.raw.once('close', () => raw.complete || reservation.release())
      return reservation
    },
  }
}

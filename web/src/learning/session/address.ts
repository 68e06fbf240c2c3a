import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Destination, Visit } from '#core/domain-route.ts'
import { lastSession, storedStep } from './resume-storage.ts'

const AddressSearch = z.object({ session: z.optional(z.unknown()), step: z.optional(z.unknown()) })

export const readId = (text: unknown): number | undefined => z.safeParse(IdParam, text).data

/** The session and step of the address; undefined when missing or invalid. */
function readSessionAddress(search: unknown): { session: number | undefined; step: number | undefined } {
  const address = z.safeParse(AddressSearch, search).data
  return { session: readId(address?.session), step: readId(address?.step) }
}

export function useSessionAddress() {
  // Of the page being shown, not the one being loaded.
  const search: unknown = useSearch({ strict: false })
  return readSessionAddress(search)
}

export const introLink = (session: number) =>
  ({ to: '/session/sessionintroduction/$sessionId', params: { sessionId: String(session) } }) as const

/** History state of links to the introduction: closing it then goes back to the same scroll position. */
export const fromWithin: Record<string, unknown> = { isFromWithin: true }
const FromWithin = z.object({ isFromWithin: z.literal(true) })
export const isFromWithin = (state: unknown): boolean => z.safeParse(FromWithin, state).success

export const stepLink = (session: number, step: number) => ({ to: '/session/step', search: { session, step } }) as const

export const quizLink = (session: number, step: number, quiz: number) =>
  ({ to: '/session/step/quiz/', search: { session, step, quiz } }) as const

export const resultLink = (session: number, step: number, quiz: number) =>
  ({ to: '/session/step/quiz/', search: { session, step, quiz, view: 'result' } }) as const

export const feedbackLink = (session: number) => ({ to: '/session/step/sessionfeedback/', search: { session } }) as const

/** An address without a session leads to the last one opened on this device, else to the hub. */
const leadFrom =
  (path: string) =>
  async ({ search }: Visit): Promise<Destination | null> => {
    if (readSessionAddress(search).session !== undefined) return null
    const session = lastSession()
    if (session === undefined) return { href: '/learninghub' }
    const step = storedStep(session)
    return { href: `${path}?session=${session}${step === undefined ? '' : `&step=${step}`}` }
  }

export const leadFromStep = leadFrom('/session/step')
export const leadFromFeedback = leadFrom('/session/step/sessionfeedback/')

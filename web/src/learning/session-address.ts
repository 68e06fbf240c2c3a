import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Destination, Visit } from '#core/router/domain-route.ts'
import { lastSession, rememberedStep } from './remembered.ts'

const Named = z.object({ session: z.optional(z.unknown()), step: z.optional(z.unknown()) })

export const readId = (text: unknown): number | undefined => z.safeParse(IdParam, text).data

/** Which session and step the address names; what is missing or no id is undefined. */
export function readSessionAddress(search: unknown): { session: number | undefined; step: number | undefined } {
  const named = z.safeParse(Named, search).data
  return { session: readId(named?.session), step: readId(named?.step) }
}

export function useSessionAddress() {
  // Of this page, not of the one that is on its way: while that one loads, this one is still shown.
  const search: unknown = useSearch({ strict: false })
  return readSessionAddress(search)
}

export const introLink = (session: number) =>
  ({ to: '/session/sessionintroduction/$sessionId', params: { sessionId: String(session) } }) as const

/** Set by whoever opens the introduction: closing it then goes back there, to the very place on the page. */
export const fromWithin: Record<string, unknown> = { isFromWithin: true }
const FromWithin = z.object({ isFromWithin: z.literal(true) })
export const isFromWithin = (state: unknown): boolean => z.safeParse(FromWithin, state).success

export const stepLink = (session: number, step: number) => ({ to: '/session/step', search: { session, step } }) as const

export const quizLink = (session: number, step: number, quiz: number) =>
  ({ to: '/session/step/quiz/', search: { session, step, quiz } }) as const

export const resultLink = (session: number, step: number, quiz: number) =>
  ({ to: '/session/step/quiz/', search: { session, step, quiz, view: 'result' } }) as const

export const feedbackLink = (session: number) => ({ to: '/session/step/sessionfeedback/', search: { session } }) as const

/** An address that names no session leads to the one last opened on this device, else to the hub. */
const leadFrom =
  (path: string) =>
  async ({ search }: Visit): Promise<Destination | null> => {
    if (readSessionAddress(search).session !== undefined) return null
    const session = lastSession()
    if (session === undefined) return { href: '/learninghub' }
    const step = rememberedStep(session)
    return { href: `${path}?session=${session}${step === undefined ? '' : `&step=${step}`}` }
  }

export const leadFromStep = leadFrom('/session/step')
export const leadFromFeedback = leadFrom('/session/step/sessionfeedback/')

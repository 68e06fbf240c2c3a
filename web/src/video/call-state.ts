import type { VideoRoom } from '@saathi/contract/video/entities'
import type { GoodbyeReason } from '@saathi/contract/video/socket'
import { ApiError } from '#core/api-error.ts'

/** `cancelled`: the caller gave up before anybody answered. */
export type EndReason = GoodbyeReason | 'full' | 'failed' | 'cancelled'

/** The progress of the call in this page. */
export type Phase =
  | { is: 'before' | 'reading' }
  | { is: 'in'; consent: boolean }
  | { is: 'over'; reason: EndReason }
  | { is: 'refused'; code: string }

export type CallState =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown }
  | { is: 'invalid' | 'closed' | 'off' }
  | { is: 'early' | 'late' | 'consent'; room: VideoRoom }
  | { is: 'calling'; room: VideoRoom; consent: boolean }
  | { is: 'ended'; room: VideoRoom; reason: EndReason }

export type CallScreenProps = {
  room: VideoRoom
  /** Whether the person agreed to the recording. */
  consent: boolean
  onEnded: (ended: { reason: EndReason }) => void
  /** `code` is the code of the server's refusal. */
  onRefused: (code: string) => void
}

type CallFacts = { room: VideoRoom | undefined; error: unknown; phase: Phase; storedConsent: boolean | null }

const accessErrors: Readonly<Record<string, 'invalid' | 'closed' | 'off'>> = {
  'video.not_allowed': 'invalid',
  'video.closed': 'closed',
  'video.off': 'off',
}

/** An id that cannot be valid is shown as an invalid link. */
export const accessErrorOf = (error: unknown): 'invalid' | 'closed' | 'off' | undefined => {
  if (!(error instanceof ApiError)) return undefined
  return accessErrors[error.code] ?? (error.status === 400 || error.status === 404 ? 'invalid' : undefined)
}

/** A failed background refetch must not end a call in progress. */
export function stateOf({ room, error, phase, storedConsent }: CallFacts): CallState {
  if (room && phase.is === 'in') return { is: 'calling', room, consent: phase.consent }
  if (room && phase.is === 'over') return { is: 'ended', room, reason: phase.reason }
  if (phase.is === 'refused') {
    const reason = accessErrors[phase.code]
    return reason ? { is: reason } : { is: 'failed', error: null }
  }
  if (phase.is === 'reading') return { is: 'loading' }
  const reason = accessErrorOf(error)
  if (reason) return { is: reason }
  if (error && !room) return { is: 'failed', error }
  if (!room) return { is: 'loading' }
  if (room.visitStatus !== 'open') return { is: room.visitStatus, room }
  // After a reload: the question was answered, and the answer has not changed elsewhere.
  if (storedConsent !== null && storedConsent === room.consent) return { is: 'calling', room, consent: storedConsent }
  return { is: 'consent', room }
}

import type { VideoRoom } from '@saathi/contract/video/entities'
import type { GoodbyeReason } from '@saathi/contract/video/socket'
import { ApiError } from '#core/api-error.ts'

export type EndReason = GoodbyeReason | 'full' | 'failed'

/** What has become of it in this page. */
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

type Known = { room: VideoRoom | undefined; error: unknown; phase: Phase; remembered: boolean | null }

const doors: Readonly<Record<string, 'invalid' | 'closed' | 'off'>> = {
  'video.not_allowed': 'invalid',
  'video.closed': 'closed',
  'video.off': 'off',
}

/** An id that cannot be one is a link that does not work, too. */
const doorOf = (error: unknown): 'invalid' | 'closed' | 'off' | undefined => {
  if (!(error instanceof ApiError)) return undefined
  return doors[error.code] ?? (error.status === 400 || error.status === 404 ? 'invalid' : undefined)
}

/** A call that goes on is not ended by a reading that fails beside it. */
export function stateOf({ room, error, phase, remembered }: Known): CallState {
  if (room && phase.is === 'in') return { is: 'calling', room, consent: phase.consent }
  if (room && phase.is === 'over') return { is: 'ended', room, reason: phase.reason }
  if (phase.is === 'refused') {
    const door = doors[phase.code]
    return door ? { is: door } : { is: 'failed', error: null }
  }
  if (phase.is === 'reading') return { is: 'loading' }
  const door = doorOf(error)
  if (door) return { is: door }
  if (error && !room) return { is: 'failed', error }
  if (!room) return { is: 'loading' }
  if (room.visitStatus !== 'open') return { is: room.visitStatus, room }
  // Back after a reload: the answer was given, and nobody has changed it elsewhere.
  if (remembered !== null && remembered === room.consent) return { is: 'calling', room, consent: remembered }
  return { is: 'consent', room }
}

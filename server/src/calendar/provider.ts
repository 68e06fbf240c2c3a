import type { IcsEvent } from './ics.ts'

/** Somebody's calendar at a provider, opened. We only push, and each occurrence by itself, so this is all it has to do. */
export type PersonalCalendar = {
  /** A name under which an event can be taken out though nobody ever heard that it had been brought. */
  nameFor: (event: IcsEvent) => string
  /**
   * Brings an event there, or up to date, however often it is asked to; says under which name it stands. `knownAs` is the name
   * that was noted last time, null where none was: it may stand there all the same, if we ended before we noted it.
   */
  put: (event: IcsEvent, knownAs: string | null) => Promise<string>
  /** What is not there any more has been taken out. */
  remove: (knownAs: string) => Promise<void>
}

/**
 * `revoked`: it no longer lets us in, and only the person can change that. `busy`: we asked too often. `down`: it does not
 * answer, or not in a way we understand. `refused`: it wants this one thing not, and would not want it tomorrow either.
 */
export type FailureKind = 'revoked' | 'busy' | 'down' | 'refused'

/** The only way in which a provider fails. Its words are ours: what a provider says may hold what a person wrote. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind
  /** When it wants to be asked again, where it said so. */
  readonly retryAfterSeconds: number | null
  constructor(kind: FailureKind, message: string, details: { retryAfterSeconds?: number | null; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** What opens a calendar, and how something newer is got where it has run out. */
export type Access = {
  /** The whole of the Authorization header. */
  header: () => string
  /** Throws `revoked` where there is nothing newer to be had. */
  renew: () => Promise<void>
}

import type { Span } from '@saathi/contract/calendar/spans'
import type { IcsEvent } from '../ics.ts'

/** An opened calendar at a provider. We push single occurrences, and read only when its owner is busy. */
export type PersonalCalendar = {
  /** A predictable name, by which an event can be removed even if its creation was never confirmed. */
  nameFor: (event: IcsEvent) => string
  /**
   * Creates or updates an event, idempotently; returns its name. Even if no name is stored, the event may exist: we may have
   * stopped before storing it.
   */
  put: (event: IcsEvent, storedName: string | null) => Promise<string>
  /** A missing event counts as removed. */
  remove: (storedName: string) => Promise<void>
  /** When its owner is busy, without our own events. Titles are not asked for. */
  findBusy: (query: BusyQuery) => Promise<Span[]>
}

type BusyQuery = {
  window: Span
  /** The names of our events. */
  own: ReadonlySet<string>
  /** The owner's address, by which an invitation names them. */
  email: string
}

/**
 * `revoked`: access ended, and only the person can restore it. `busy`: rate limited. `down`: unavailable or unreadable.
 * `refused`: this one request is rejected for good.
 */
export type FailureKind = 'revoked' | 'busy' | 'down' | 'refused'

/** The only error of a provider. Messages are our own: a provider's text may contain user content. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind
  /** When to retry, if the provider said so. */
  readonly retryAfterSeconds: number | null
  constructor(kind: FailureKind, message: string, details: { retryAfterSeconds?: number | null; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** The credentials of a calendar, and how to renew them. */
export type Access = {
  /** The complete Authorization header. */
  header: () => string
  /** Throws `revoked` if they cannot be renewed. */
  renew: () => Promise<void>
}

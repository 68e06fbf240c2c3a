import { createHmac, timingSafeEqual } from 'node:crypto'

/** The owner, and the generation of their feed. */
export type FeedClaims = { personId: number; generation: number }

export type FeedTokens = {
  make: (claims: FeedClaims) => string
  /** Null unless the signature matches. The caller checks whether the feed is still open. */
  read: (token: string) => FeedClaims | null
}

/** Computed whenever it is shown, so that no feed key is stored. */
export function feedTokens(secret: Uint8Array): FeedTokens {
  // A separate key, so that signatures for other purposes are never valid here.
  const key = createHmac('sha256', secret).update('calendar feeds, version 1').digest()

  function make({ personId, generation }: FeedClaims): string {
    const about = `${personId}.${generation}`
    return `${about}.${createHmac('sha256', key).update(about).digest('base64url')}`
  }

  function read(token: string): FeedClaims | null {
    const [, personId, generation] = /^([1-9]\d{0,14})\.([1-9]\d{0,8})\.[\w-]{43}$/.exec(token) ?? []
    if (personId === undefined || generation === undefined) return null
    const claims = { personId: Number(personId), generation: Number(generation) }
    const [right, presented] = [Buffer.from(make(claims)), Buffer.from(token)]
    return right.length === presented.length && timingSafeEqual(right, presented) ? claims : null
  }

  return { make, read }
}

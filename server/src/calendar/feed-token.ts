import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose feed, and which of those they have opened one after the other. */
export type FeedClaims = { personId: number; generation: number }

export type FeedTokens = {
  make: (claims: FeedClaims) => string
  /** Null unless every character is as we made it. Whether it has ended is the reader's to ask. */
  read: (token: string) => FeedClaims | null
}

/** Made anew whenever it is shown: the key to somebody's calendar is stored nowhere. */
export function feedTokens(secret: Uint8Array): FeedTokens {
  // A key of its own, so that no signature made for another use is ever good here.
  const key = createHmac('sha256', secret).update('calendar feeds, version 1').digest()

  function make({ personId, generation }: FeedClaims): string {
    const about = `${personId}.${generation}`
    return `${about}.${createHmac('sha256', key).update(about).digest('base64url')}`
  }

  function read(token: string): FeedClaims | null {
    const [, personId, generation] = /^([1-9]\d{0,14})\.([1-9]\d{0,8})\.[\w-]{43}$/.exec(token) ?? []
    if (personId === undefined || generation === undefined) return null
    const claims = { personId: Number(personId), generation: Number(generation) }
    const [right, given] = [Buffer.from(make(claims)), Buffer.from(token)]
    return right.length === given.length && timingSafeEqual(right, given) ? claims : null
  }

  return { make, read }
}

/** The access token is kept in memory only: nothing that can read storage can take it away. */
type Token = { accessToken: string; expiresAt: number; userId: number }

let token: Token | null = null
const listeners = new Set<(accessToken: string) => void>()

/** A token about to expire would be refused on arrival, so it counts as gone a little early. */
const marginMs = 5_000

export function currentToken(): string | null {
  return token && token.expiresAt - marginMs > Date.now() ? token.accessToken : null
}

/** Whose token it is, also when it has run out. */
export const personNow = (): number | null => token?.userId ?? null

export type SignedIn = { accessToken: string; expiresIn: number; userId: number }

export function keepToken({ accessToken, expiresIn, userId }: SignedIn): void {
  token = { accessToken, expiresAt: Date.now() + expiresIn * 1000, userId }
  for (const tell of listeners) tell(accessToken)
}

export function dropToken(): void {
  token = null
}

export function onTokenRenewed(listener: (accessToken: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

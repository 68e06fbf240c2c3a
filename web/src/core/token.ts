/** The access token is kept in memory only: nothing that can read storage can take it away. */
type Token = { accessToken: string; expiresAt: number }

let token: Token | null = null
const listeners = new Set<(accessToken: string) => void>()

/** A token about to expire would be refused on arrival, so it counts as gone a little early. */
const marginMs = 5_000

export function currentToken(): string | null {
  return token && token.expiresAt - marginMs > Date.now() ? token.accessToken : null
}

export function keepToken({ accessToken, expiresIn }: { accessToken: string; expiresIn: number }): void {
  token = { accessToken, expiresAt: Date.now() + expiresIn * 1000 }
  for (const tell of listeners) tell(accessToken)
}

export function dropToken(): void {
  token = null
}

export function onTokenRenewed(listener: (accessToken: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The access token is in memory only, so that it cannot be read from storage. */
type Token = { accessToken: string; expiresAt: number; userId: number }

let token: Token | null = null
const listeners = new Set<(accessToken: string) => void>()

/** A token about to expire would be rejected on arrival, so treat it as expired early. */
const marginMs = 5_000

export function currentToken(): string | null {
  return token && token.expiresAt - marginMs > Date.now() ? token.accessToken : null
}

/** Id of the token's owner, even if it has expired. */
export const personNow = (): number | null => token?.userId ?? null

export type SessionToken = { accessToken: string; expiresIn: number; userId: number }

export function setToken({ accessToken, expiresIn, userId }: SessionToken): void {
  token = { accessToken, expiresAt: Date.now() + expiresIn * 1000, userId }
  for (const listener of listeners) listener(accessToken)
}

export function clearToken(): void {
  token = null
}

export function onTokenRenewed(listener: (accessToken: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

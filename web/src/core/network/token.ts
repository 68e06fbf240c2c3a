import { createEvent, createStore } from '../store.ts'

/** The access token is in memory only, so that it cannot be read from storage. */
type Token = { accessToken: string; expiresAt: number; userId: number }

const token = createStore<Token | null>(null)
const renewed = createEvent<[accessToken: string]>()

/** A token about to expire would be rejected on arrival, so treat it as expired early. */
const marginMs = 5_000

export function currentToken(): string | null {
  const { accessToken, expiresAt } = token.get() ?? {}
  return accessToken !== undefined && (expiresAt ?? 0) - marginMs > Date.now() ? accessToken : null
}

/** Id of the token's owner, even if it has expired. */
export const personNow = (): number | null => token.get()?.userId ?? null

export type SessionToken = { accessToken: string; expiresIn: number; userId: number }

export function setToken({ accessToken, expiresIn, userId }: SessionToken): void {
  token.set({ accessToken, expiresAt: Date.now() + expiresIn * 1000, userId })
  renewed.emit(accessToken)
}

export const clearToken = (): void => token.set(null)

export const onTokenRenewed = renewed.on

/** `mine` are those begun, `open` those not started. */
export type CardList = 'mine' | 'open'

export const roomKey = ['mentorship'] as const
export const mentorshipsKey = [...roomKey, 'list'] as const
export const progressKey = (mentorship: number, session?: number) =>
  [...roomKey, 'progress', mentorship, session ?? null] as const
export const cardsKey = (mentorship: number, list?: CardList) =>
  list === undefined ? ([...roomKey, 'cards', mentorship] as const) : ([...roomKey, 'cards', mentorship, list] as const)
export const sessionKey = (session: number) => [...roomKey, 'session', session] as const

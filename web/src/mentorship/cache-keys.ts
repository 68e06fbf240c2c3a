/** `mine`: started sessions. `open`: not started ones. */
export type CardList = 'mine' | 'open'

export const domainKey = ['mentorship'] as const
export const mentorshipsKey = [...domainKey, 'list'] as const
export const progressKey = (mentorship: number, session?: number) =>
  [...domainKey, 'progress', mentorship, session ?? null] as const
export const cardsKey = (mentorship: number, list?: CardList) =>
  list === undefined ? ([...domainKey, 'cards', mentorship] as const) : ([...domainKey, 'cards', mentorship, list] as const)
export const sessionKey = (session: number) => [...domainKey, 'session', session] as const

export type { BegunSession, NewAccount } from './events.ts'
export { loadDemoIfEmpty } from './programme/load-folder.ts'
export { bannerUrl, offeredSessions, tagNames } from './store.ts'

import type { Entry } from './store.ts'

/** A query result stored on this device. `at`: when it was fetched. */
export type CachedQuery = Entry & { shape: number; at: number; data: unknown }

/** Increase this when a reply changes: older copies are then ignored. cache-version.test.ts fails if you forget. */
export const cacheVersion = 13

const isVersionedEntry = (value: unknown): value is Entry & { at: number; shape: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'at' in value &&
  typeof value.at === 'number' &&
  'shape' in value

export const isCachedQuery = (value: unknown): value is CachedQuery =>
  isVersionedEntry(value) && value.shape === cacheVersion && 'data' in value

export const isAnyEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/**
 * Queries that may be stored on the device, by domain; a domain not listed stores nothing. Excluded: short-lived data (codes,
 * one-time links, searches, GIFs, calls), sign-in data (sessions, linked calendars), and staff and developer pages. Messages come
 * over a socket, not a query. Quiz and survey answers are stored as received: for a file, its name and links that expire after
 * ten minutes.
 */
const cacheable: Readonly<Record<string, readonly string[] | 'all'>> = {
  accounts: ['profile', 'next'],
  content: ['faq'],
  feed: 'all',
  learning: 'all',
  surveys: 'all',
  mentorship: 'all',
  matching: 'all',
  calendar: ['events', 'sessions'],
  notices: ['list', 'choices'],
  chat: ['channels', 'unread', 'bots'],
  help: ['centre', 'messages'],
}

export function isCacheable([domain, name]: readonly unknown[]): boolean {
  const names = typeof domain === 'string' && Object.hasOwn(cacheable, domain) ? cacheable[domain] : undefined
  return names === 'all' || (typeof name === 'string' && names !== undefined && names.includes(name))
}

/** Data of the shell around every page, not of the page itself. */
const shellDomains = new Set<unknown>(['accounts', 'notices', 'chat', 'help'])
export const isPageData = (queryKey: readonly unknown[]): boolean => isCacheable(queryKey) && !shellDomains.has(queryKey[0])

const maxEntries = 300
const maxAgeMs = 30 * 24 * 60 * 60_000

/** Keys of entries that are too old, of another version, or beyond the limit (oldest first). */
export function keysToEvict(entries: readonly Entry[], now: number): string[] {
  const retained = entries
    .filter(isCachedQuery)
    .filter(({ at }) => now - at <= maxAgeMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxEntries)
  const retainedKeys = new Set(retained.map(({ key }) => key))
  return entries.map(({ key }) => key).filter((key) => !retainedKeys.has(key))
}

import type { Entry } from './store.ts'

/** What a query has brought, as it lies on this device. `at`: when it was read from the server. */
export type Kept = Entry & { shape: number; at: number; data: unknown }

/** Raised by whoever changes a reply: an older copy is then no longer shown. A test tells when it was forgotten. */
export const keptShape = 2

const hasAt = (value: unknown): value is Entry & { at: number; shape: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'at' in value &&
  typeof value.at === 'number' &&
  'shape' in value

export const isKept = (value: unknown): value is Kept => hasAt(value) && value.shape === keptShape && 'data' in value

export const isAnyEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/**
 * Room by room what may lie on a device: a room that is not named keeps nothing. Left out are what only helps for a moment
 * (codes, one-time addresses, searches, GIFs, calls), what tells how to come in (sign-ins, calendars that are linked), and all
 * that staff and developers look at. Messages come by their own line and are not read by a query. Answers to quizzes and
 * surveys are kept as they came: of a file its name, and links that end after ten minutes.
 */
const rooms: Readonly<Record<string, readonly string[] | 'all'>> = {
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

export function mayKeep([room, name]: readonly unknown[]): boolean {
  const names = typeof room === 'string' && Object.hasOwn(rooms, room) ? rooms[room] : undefined
  return names === 'all' || (typeof name === 'string' && names !== undefined && names.includes(name))
}

/** What stands round every page and is not what one came for. */
const besides = new Set<unknown>(['accounts', 'notices', 'chat', 'help'])
export const isPageData = (queryKey: readonly unknown[]): boolean => mayKeep(queryKey) && !besides.has(queryKey[0])

const maxEntries = 300
const maxAgeMs = 30 * 24 * 60 * 60_000

/** The keys of what has to go: too old, of another shape, or more than there is room for, the oldest first. */
export function surplusOf(entries: readonly Entry[], now: number): string[] {
  const staying = entries
    .filter(isKept)
    .filter(({ at }) => now - at <= maxAgeMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxEntries)
  const stays = new Set(staying.map(({ key }) => key))
  return entries.map(({ key }) => key).filter((key) => !stays.has(key))
}

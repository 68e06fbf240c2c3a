import type { Readable } from 'node:stream'

export type StoredObject = { key: string; size: number; modifiedAt: Date }

/** Stores the bytes of files by key. It knows nothing about people. */
export type FileStore = {
  /** Returns once the bytes would survive a crash; until then the key does not exist. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null if the key does not exist. */
  get: (key: string) => Promise<Readable | null>
  /** Deleting a missing key succeeds. */
  delete: (key: string) => Promise<void>
  list: (prefix: string) => AsyncIterable<StoredObject>
}

/** The file itself, or its thumbnail for lists. */
export const variants = ['original', 'thumbnail'] as const
export type Variant = (typeof variants)[number]

/** The id is random and ours: typed text never becomes part of a path. */
export function keyOf(fileId: string, variant: Variant): string {
  return `${fileId.slice(0, 2)}/${fileId}${variant === 'thumbnail' ? '-small' : ''}`
}

const fileKey = /^([0-9a-f]{2})\/(\1[0-9a-f]{6}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-small)?$/

/** Null for keys that are not ours: a bucket may contain other objects. */
export function fileIdOf(key: string): string | null {
  return fileKey.exec(key)?.[2] ?? null
}

/** Prefix of files that were being written during a crash; no row references them. */
export const UNFINISHED = 'part/'
const unfinishedKey = /^part\/[0-9a-f-]{36}$/
export const isUnfinished = (key: string) => unfinishedKey.test(key)

export function requireKey(key: string): string {
  if (fileIdOf(key) === null && !isUnfinished(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`)
  return key
}

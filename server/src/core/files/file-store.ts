import type { Readable } from 'node:stream'

export type StoredObject = { key: string; size: number; modifiedAt: Date }

/** Where the bytes of files are kept. It knows keys and bytes, nothing of people. */
export type FileStore = {
  /** Returns once the bytes would survive a crash; until then the key does not exist. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null when there is no such key. */
  get: (key: string) => Promise<Readable | null>
  /** A key that does not exist is already deleted. */
  delete: (key: string) => Promise<void>
  list: (prefix: string) => AsyncIterable<StoredObject>
}

/** A file's own bytes, or the small picture that lists show. */
export const variants = ['original', 'thumbnail'] as const
export type Variant = (typeof variants)[number]

/** The id is random and ours: nothing a person typed ever becomes part of a path. */
export function keyOf(fileId: string, variant: Variant): string {
  return `${fileId.slice(0, 2)}/${fileId}${variant === 'thumbnail' ? '-small' : ''}`
}

const fileKey = /^([0-9a-f]{2})\/(\1[0-9a-f]{6}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-small)?$/

/** Null for what is not a file of ours: a bucket may hold other people's things. */
export function fileIdOf(key: string): string | null {
  return fileKey.exec(key)?.[2] ?? null
}

/** What was being written when the power went; no row can name it. */
export const UNFINISHED = 'part/'
const unfinishedKey = /^part\/[0-9a-f-]{36}$/
export const isUnfinished = (key: string) => unfinishedKey.test(key)

export function requireKey(key: string): string {
  if (fileIdOf(key) === null && !isUnfinished(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`)
  return key
}

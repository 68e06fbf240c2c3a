import { join } from 'node:path'
import type { Env } from '#core/env.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { type ImageEncoder, imageEncoder } from './image-encoder.ts'
import type { Purposes } from './purposes.ts'
import { s3Store } from './s3-store.ts'

export type Files = { store: FileStore; images: ImageEncoder; purposes: Purposes }

export function openFiles(env: Env, purposes: Purposes): Files {
  return { store: openFileStore(env), images: imageEncoder(), purposes }
}

export function openFileStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? s3Store(env.s3) : folderStore(join(env.dataDir, 'files'))
}

import type { FileStore } from '#core/files/file-store.ts'

export async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys.toSorted()
}

export async function bytesOf(store: FileStore, key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await store.get(key)) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

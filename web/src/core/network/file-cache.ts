import { fetchFile } from './fetch-picture.ts'

/** Emptied when the person signs out, and limited by the service worker: see core/storage.ts and worker/listen.ts. */
const name = 'saathi-pictures'

async function readCached(key: string): Promise<Blob | null> {
  try {
    const found = await (await caches.open(name)).match(key)
    return found ? await found.blob() : null
  } catch {
    return null
  }
}

async function writeCached(key: string, blob: Blob): Promise<void> {
  try {
    const headers = { 'content-type': blob.type, 'content-length': String(blob.size) }
    await (await caches.open(name)).put(key, new Response(blob, { headers }))
  } catch {
    // Without storage it is fetched again next time.
  }
}

/** A file that never changes, whose address does: from this device, or fetched and stored. Null if neither is possible. */
export async function readFileOnce(id: string, address: string, type: string): Promise<Blob | null> {
  const key = `/file/${id}`
  const cached = await readCached(key)
  if (cached) return cached
  try {
    const blob = await fetchFile(address, type)
    if (blob) await writeCached(key, blob)
    return blob
  } catch {
    return null
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, requireKey, type StoredObject, UNFINISHED } from './file-store.ts'

/** Stores files in a private folder of the server, which no web server exposes. */
export function folderStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, requireKey(key))

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const unfinished = pathOf(`${UNFINISHED}${randomUUID()}`)
      await makeFolders(root, [dirname(unfinished), dirname(path)])
      try {
        await writeDurably(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      // The name must survive a crash too, not only the bytes.
      await syncFolder(dirname(path))
    },

    async get(key) {
      const file = await orAbsent(open(pathOf(key), 'r'))
      return file ? file.createReadStream() : null
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    list: (prefix) => listFolder(root, prefix),
  }
}

async function makeFolders(root: string, folders: string[]) {
  for (const folder of folders) {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (first === undefined) continue
    await syncFolder(dirname(first))
    await syncFolder(root)
  }
}

async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* listFolder(root: string, prefix: string): AsyncIterable<StoredObject> {
  for (const folder of await namesIn(root)) {
    if (!`${folder}/`.startsWith(prefix.slice(0, folder.length + 1))) continue
    for (const name of await namesIn(join(root, folder))) {
      const key = `${folder}/${name}`
      // A file deleted in between is skipped.
      const found = key.startsWith(prefix) ? await orAbsent(stat(join(root, folder, name))) : undefined
      if (found) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }
}

const namesIn = async (folder: string) => ((await orAbsent(readdir(folder))) ?? []).toSorted()

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
    throw error
  }
}

/** A new name, like bytes, survives a crash only after its folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and persists names by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

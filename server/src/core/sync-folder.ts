import { open } from 'node:fs/promises'

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

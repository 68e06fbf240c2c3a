import { open } from 'node:fs/promises'

/** A name, like bytes, is safe only once its folder is on the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and keeps names by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

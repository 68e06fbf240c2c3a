/** An entry of an archive, as its directory describes it. */
export type ZipEntry = {
  name: string
  isFolder: boolean
  /** A regular file, not a link or a device. */
  isPlain: boolean
  isEncrypted: boolean
  method: number
  crc: number
  packedBytes: number
  bytes: number
  /** Offset of the compressed bytes. */
  start: number
}

/** The archive is damaged, or not one at all. */
export class BadZip extends Error {}

const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30

function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === 0x06054b50 && at + END_BYTES + zip.readUInt16LE(at + 20) === zip.length) return at
  }
  throw new BadZip()
}

/** The number of entries that the archive claims; it may have fewer. */
export const countEntries = (zip: Buffer): number => zip.readUInt16LE(findEnd(zip) + 10)

/** Read from the directory at the end: only it tells links from files. */
export function readDirectory(zip: Buffer): ZipEntry[] {
  const end = findEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== 0x02014b50) throw new BadZip()
    const [nameBytes, extraBytes, commentBytes] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    entries.push(readEntry(zip, at, nameBytes))
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes
  }
  if (at !== end) throw new BadZip()
  return entries
}

const FOLDER = 0x4000
const ORDINARY = 0x8000

function readEntry(zip: Buffer, at: number, nameBytes: number): ZipEntry {
  const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
  // Only archives written on Unix say what kind of file it is.
  const kind = (zip.readUInt32LE(at + 38) >>> 16) & 0xf000
  const isFolder = name.endsWith('/')
  const packedBytes = zip.readUInt32LE(at + 20)
  const start = startOf(zip, zip.readUInt32LE(at + 42))
  if (start + packedBytes > zip.length) throw new BadZip()
  return {
    name,
    isFolder,
    isPlain: kind === 0 || kind === (isFolder ? FOLDER : ORDINARY),
    isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packedBytes,
    bytes: zip.readUInt32LE(at + 24),
    start,
  }
}

function startOf(zip: Buffer, local: number): number {
  if (local + LOCAL_BYTES > zip.length || zip.readUInt32LE(local) !== 0x04034b50) throw new BadZip()
  return local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
}

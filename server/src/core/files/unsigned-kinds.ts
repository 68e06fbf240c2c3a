/** Old office documents share one container format; the names inside show the kind. */
const inContainer = [
  { name: 'WordDocument', type: 'application/msword' },
  { name: 'PowerPoint Document', type: 'application/vnd.ms-powerpoint' },
  { name: 'Workbook', type: 'application/vnd.ms-excel' },
  { name: 'Book', type: 'application/vnd.ms-excel' },
].map(({ name, type }) => ({ mark: Buffer.from(name, 'utf16le'), type }))

/** Detects kinds that have no signature. `signed` is the media type found by signature. */
export function findUnsigned(bytes: Uint8Array, signed: string | undefined): string | null {
  if (signed === 'application/x-cfb') {
    const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return inContainer.find(({ mark }) => container.includes(mark))?.type ?? null
  }
  return signed ?? (isPlainText(bytes) ? 'text/plain' : null)
}

/** Printable UTF-8 only. Source code is text too, and is served as a download like any other. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.some((byte) => (byte < 0x20 && !printed.has(byte)) || byte === 0x7f)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const printed: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])

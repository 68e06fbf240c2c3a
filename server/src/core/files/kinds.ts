import { fileTypeFromBuffer } from 'file-type'
import type { OutputFormat } from './image-encoder.ts'

type ImageKind = {
  isImage: true
  /** The decoder's name. */ format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  becomes: OutputFormat
}
type DocumentKind = { isImage: false }
export type Kind = { type: string; found: readonly string[]; declared: readonly string[]; extensions: readonly string[] } & (
  | ImageKind
  | DocumentKind
)

/** Browsers send this if the system does not know the type, so only the content counts. */
const undeclared = 'application/octet-stream'
const office = 'application/vnd.openxmlformats-officedocument.'
const simple = (type: string, ...extensions: string[]) => ({ type, found: [type], declared: [type, undeclared], extensions })

/**
 * Every accepted kind. SVG and HTML can contain scripts, so they are missing. Animations become their first frame, because their
 * decoding time cannot be read from the header; except for GIFs, which can be rebuilt without decoding.
 */
const kinds = {
  jpeg: {
    ...simple('image/jpeg', 'jpg', 'jpeg'),
    declared: ['image/jpeg', 'image/jpg', undeclared],
    isImage: true,
    format: 'jpeg',
    becomes: 'jpeg',
  },
  png: { ...simple('image/png', 'png'), isImage: true, format: 'png', becomes: 'png' },
  webp: { ...simple('image/webp', 'webp'), isImage: true, format: 'webp', becomes: 'webp' },
  gif: { ...simple('image/gif', 'gif'), isImage: true, format: 'gif', becomes: 'gif' },
  heic: {
    type: 'image/heic',
    found: ['image/heic', 'image/heif'],
    declared: ['image/heic', 'image/heif', undeclared],
    extensions: ['heic', 'heif'],
    isImage: true,
    format: 'heif',
    becomes: 'jpeg',
  },
  pdf: { ...simple('application/pdf', 'pdf'), isImage: false },
  docx: { ...simple(`${office}wordprocessingml.document`, 'docx'), isImage: false },
  xlsx: { ...simple(`${office}spreadsheetml.sheet`, 'xlsx'), isImage: false },
  pptx: { ...simple(`${office}presentationml.presentation`, 'pptx'), isImage: false },
  doc: { ...simple('application/msword', 'doc'), isImage: false },
  xls: { ...simple('application/vnd.ms-excel', 'xls'), isImage: false },
  ppt: { ...simple('application/vnd.ms-powerpoint', 'ppt'), isImage: false },
  txt: { ...simple('text/plain', 'txt'), isImage: false },
  csv: {
    type: 'text/csv',
    found: ['text/plain'],
    // Systems disagree on the type of CSV files.
    declared: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', undeclared],
    extensions: ['csv'],
    isImage: false,
  },
  webm: {
    type: 'audio/webm',
    // The container is the same; whether there is a picture is for its reader to find out.
    found: ['video/webm', 'audio/webm'],
    declared: ['audio/webm', 'video/webm'],
    extensions: ['webm'],
    isImage: false,
  },
  ogg: {
    type: 'audio/ogg',
    found: ['audio/ogg', 'audio/ogg; codecs=opus', 'audio/opus'],
    declared: ['audio/ogg', 'audio/opus'],
    extensions: ['ogg', 'opus'],
    isImage: false,
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

/** Only these are served as images, whatever a row contains. */
export const servedImageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Detects the kind by content; null for kinds not listed above. The name decides only between kinds with the same content. */
export async function findKind(bytes: Uint8Array, extension = ''): Promise<KindName | null> {
  const type = findUnsigned(bytes, (await fileTypeFromBuffer(bytes))?.mime)
  const found = kindNames.filter((name) => type !== null && kindOf(name).found.includes(type))
  const kind = found.find((name) => kindOf(name).extensions.includes(extension)) ?? found[0]
  if (kind === 'pdf' && !endsLikePdf(bytes)) return null
  return kind ?? null
}

export const kindOf = (name: KindName): Kind => kinds[name]
const kindNames = Object.keys(kinds) as KindName[]

/** Readers look for the end marker in the last kilobyte; without it the file was truncated. */
function endsLikePdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}

/** Old office documents share one container format; the names inside show the kind. */
const inContainer = [
  { name: 'WordDocument', type: 'application/msword' },
  { name: 'PowerPoint Document', type: 'application/vnd.ms-powerpoint' },
  { name: 'Workbook', type: 'application/vnd.ms-excel' },
  { name: 'Book', type: 'application/vnd.ms-excel' },
].map(({ name, type }) => ({ mark: Buffer.from(name, 'utf16le'), type }))

/** Detects kinds that have no signature. `signed` is the media type found by signature. */
function findUnsigned(bytes: Uint8Array, signed: string | undefined): string | null {
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

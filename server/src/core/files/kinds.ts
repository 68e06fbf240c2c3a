import { fileTypeFromBuffer } from 'file-type'

type ImageKind = {
  isImage: true
  /** As the decoder names it. */ format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  becomes: 'jpeg' | 'png' | 'webp'
}
type DocumentKind = { isImage: false }
export type Kind = { type: string; found: readonly string[]; declared: readonly string[]; extensions: readonly string[] } & (
  | ImageKind
  | DocumentKind
)

/** What a browser sends where the system does not know the kind: nothing is claimed by it, and what is inside decides alone. */
const undeclared = 'application/octet-stream'
const simple = (type: string, ...extensions: string[]) => ({ type, found: [type], declared: [type, undeclared], extensions })

/**
 * All that is ever taken. SVG and HTML are programs, so they have no row. Moving pictures become their first frame:
 * how long a film would take to decode cannot be read from its header.
 */
export const kinds = {
  jpeg: {
    ...simple('image/jpeg', 'jpg', 'jpeg'),
    declared: ['image/jpeg', 'image/jpg', undeclared],
    isImage: true,
    format: 'jpeg',
    becomes: 'jpeg',
  },
  png: { ...simple('image/png', 'png'), isImage: true, format: 'png', becomes: 'png' },
  webp: { ...simple('image/webp', 'webp'), isImage: true, format: 'webp', becomes: 'webp' },
  gif: { ...simple('image/gif', 'gif'), isImage: true, format: 'gif', becomes: 'png' },
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
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

/** What we serve is one of these, whatever a row may say. */
export const servedImageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** By what is inside; null for all that has no row above. */
export async function findKind(bytes: Uint8Array): Promise<KindName | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  const found = kindNames.find((name) => mime !== undefined && kindOf(name).found.includes(mime))
  if (found === 'pdf' && !endsLikePdf(bytes)) return null
  return found ?? null
}

export const kindOf = (name: KindName): Kind => kinds[name]
const kindNames = Object.keys(kinds) as KindName[]

/** Readers look for the end mark in the last kilobyte; without it the file was cut off on its way. */
function endsLikePdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}

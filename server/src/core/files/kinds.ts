import { fileTypeFromBuffer } from 'file-type'
import type { Becomes } from './image-desk.ts'
import { findUnsigned } from './unsigned-kinds.ts'

type ImageKind = {
  isImage: true
  /** As the decoder names it. */ format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  becomes: Becomes
}
type DocumentKind = { isImage: false }
export type Kind = { type: string; found: readonly string[]; declared: readonly string[]; extensions: readonly string[] } & (
  | ImageKind
  | DocumentKind
)

/** What a browser sends where the system does not know the kind: nothing is claimed by it, and what is inside decides alone. */
const undeclared = 'application/octet-stream'
const office = 'application/vnd.openxmlformats-officedocument.'
const simple = (type: string, ...extensions: string[]) => ({ type, found: [type], declared: [type, undeclared], extensions })

/**
 * All that is ever taken. SVG and HTML are programs, so they have no row. Moving pictures become their first frame, since how
 * long a film would take to decode cannot be read from its header; but for GIFs, which can be put together anew undecoded.
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
    // Systems disagree on what a table in plain text is.
    declared: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', undeclared],
    extensions: ['csv'],
    isImage: false,
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

/** What we serve is one of these, whatever a row may say. */
export const servedImageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** By what is inside; null for all that has no row above. The name decides only between kinds that are the same inside. */
export async function findKind(bytes: Uint8Array, extension = ''): Promise<KindName | null> {
  const type = findUnsigned(bytes, (await fileTypeFromBuffer(bytes))?.mime)
  const found = kindNames.filter((name) => type !== null && kindOf(name).found.includes(type))
  const kind = found.find((name) => kindOf(name).extensions.includes(extension)) ?? found[0]
  if (kind === 'pdf' && !endsLikePdf(bytes)) return null
  return kind ?? null
}

export const kindOf = (name: KindName): Kind => kinds[name]
const kindNames = Object.keys(kinds) as KindName[]

/** Readers look for the end mark in the last kilobyte; without it the file was cut off on its way. */
function endsLikePdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}

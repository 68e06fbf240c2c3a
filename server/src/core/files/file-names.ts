const MAX_NAME_LENGTH = 200
const NOT_PRINTED = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cc}|\p{Zl}|\p{Zp}/gu
/** Browsers write quotes and line breaks in part names as %22, %0D and %0A. */
const NOT_IN_NAMES = /%22|%0[AD]|["<>|?*:;]/gi

/** More than is ever shown. Cut before any pattern runs: a header can contain a name of 80,000 characters. */
const MAX_LOOKED_AT = 2 * MAX_NAME_LENGTH

/**
 * A name for display and for saving on a person's own disk. Bidirectional marks are removed because they can hide an extension;
 * joiners stay because Indian scripts need them.
 */
export function cleanName(name: string, extension: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const dot = last.lastIndexOf('.')
  const start = cutTo(dot < 0 ? last : last.slice(0, dot), MAX_LOOKED_AT)
    .toWellFormed()
    .normalize('NFC')
  const plain = start.replace(NOT_PRINTED, '').replace(NOT_IN_NAMES, '_').replace(/\s+/g, ' ')
  const stem = withoutEdges(plain) || 'file'
  return `${cutTo(stem, MAX_NAME_LENGTH - extension.length - 1)}.${extension}`
}

/** Without leading and trailing dots and spaces. */
function withoutEdges(text: string): string {
  const isEdge = (character: string | undefined) => character === '.' || character === ' '
  let [from, until] = [0, text.length]
  while (from < until && isEdge(text[from])) from += 1
  while (until > from && isEdge(text[until - 1])) until -= 1
  return text.slice(from, until)
}

export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name.trimEnd().slice(-11))?.[1]?.toLowerCase() ?? ''
}

/** Does not split a surrogate pair. */
function cutTo(text: string, units: number): string {
  if (text.length <= units) return text
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}

/** RFC 6266: an ASCII form for old clients, the exact one in the encoding of RFC 5987. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`
}

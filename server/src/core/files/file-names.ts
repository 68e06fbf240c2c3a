const MAX_NAME_LENGTH = 200
const NOT_PRINTED = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cc}|\p{Zl}|\p{Zp}/gu
/** Browsers write quotes and line ends in the name of a part as %22, %0D and %0A. */
const NOT_IN_NAMES = /%22|%0[AD]|["<>|?*:;]/gi

/** More than is ever shown. Cut before any pattern looks at it: a header can hold a name of 80,000 characters. */
const MAX_LOOKED_AT = 2 * MAX_NAME_LENGTH

/**
 * A name only for showing and for saving on someone's own disk. Marks that turn the direction of writing go, since
 * they can hide an extension; joiners stay, since Indian scripts need them.
 */
export function cleanName(given: string, extension: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const dot = last.lastIndexOf('.')
  const start = cutTo(dot < 0 ? last : last.slice(0, dot), MAX_LOOKED_AT)
    .toWellFormed()
    .normalize('NFC')
  const plain = start.replace(NOT_PRINTED, '').replace(NOT_IN_NAMES, '_').replace(/\s+/g, ' ')
  const stem = withoutEdges(plain) || 'file'
  return `${cutTo(stem, MAX_NAME_LENGTH - extension.length - 1)}.${extension}`
}

/** Without dots and spaces on either side. */
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

/** By whole letters: half a letter of two code units could not be sent. */
function cutTo(text: string, units: number): string {
  if (text.length <= units) return text
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}

/** RFC 6266: a plain form for old readers, the exact one as RFC 5987 wants it. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`
}

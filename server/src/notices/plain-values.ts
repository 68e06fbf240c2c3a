import { cutGraphemes } from '@saathi/contract/core/cut'
import type { MessageValues } from '@saathi/contract/core/message'

const MAX_LENGTH = 200
/** Line breaks begin new headers, and marks of direction turn a sentence round; the joiners of Indian scripts stay. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
/** Mail programs make a link of anything that looks like an address, also of somebody's chosen name. */
const looksLikeAddress = /(?<=[\p{L}\p{M}\p{N}])([.:@])(?=[\p{L}/])/gu
const WORD_JOINER = '\u2060'

/** What people typed, made fit for a mail: one line, of bounded length, in which nothing can be clicked. */
export function plainValues(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]),
  )
}

function plain(value: string): string {
  const line = cutGraphemes(value.replace(unwanted, ' ').trim(), MAX_LENGTH)
  return line.replace(looksLikeAddress, `${WORD_JOINER}$1${WORD_JOINER}`)
}

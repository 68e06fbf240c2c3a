import { cutGraphemes } from '@saathi/contract/core/cut'
import type { MessageValues } from '@saathi/contract/core/message'

const MAX_LENGTH = 200
/** Line breaks start new headers, and direction marks reverse a sentence; joiners of Indian scripts are kept. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
/** Mail clients turn anything that looks like an address into a link, including a user's chosen name. */
const looksLikeAddress = /(?<=[\p{L}\p{M}\p{N}])([.:@])(?=[\p{L}/])/gu
const WORD_JOINER = '\u2060'

/** Makes user input safe for a mail: one line, bounded length, nothing clickable. */
export function plainValues(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]),
  )
}

function plain(value: string): string {
  const line = cutGraphemes(value.replace(unwanted, ' ').trim(), MAX_LENGTH)
  return line.replace(looksLikeAddress, `${WORD_JOINER}$1${WORD_JOINER}`)
}

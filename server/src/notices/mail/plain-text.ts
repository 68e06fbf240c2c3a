import { cutGraphemes } from '@saathi/contract/core/cut'
import { Email } from '@saathi/contract/core/fields'
import type { MessageValues } from '@saathi/contract/core/message'

/** The only accepted form of an envelope address: no name, no comment, no list, no line break. */
export function plainAddress(text: string): string | null {
  const parsed = Email.safeParse(text)
  return parsed.success && parsed.data === text && isOnePlainPair(text) ? text : null
}

/** Checked in addition to the schema, because these characters have a meaning for a mail server. */
const isOnePlainPair = (text: string) => /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[a-z0-9.-]+$/u.test(text)

/** `Name <address>` or an address alone, as configured by an administrator. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = plainAddress((bracketed ?? text).trim().toLowerCase())
  return address === null ? null : { name: name.trim().replaceAll('"', ''), address }
}

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

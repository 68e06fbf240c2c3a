import { Email } from '@saathi/contract/core/fields'

/** The only accepted form of an envelope address: no name, no comment, no list, no line break. */
export function plainAddress(text: string): string | null {
  const parsed = Email.safeParse(text)
  return parsed.success && parsed.data === text && isOnePlainPair(text) ? text : null
}

/** Whatever the schema may allow later, these characters have a meaning for a mail server. */
const isOnePlainPair = (text: string) => /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[a-z0-9.-]+$/u.test(text)

/** `Name <address>` or an address alone, as configured by an administrator. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = plainAddress((bracketed ?? text).trim().toLowerCase())
  return address === null ? null : { name: name.trim().replaceAll('"', ''), address }
}

import type { ContactKind } from '@saathi/contract/chat/filter'
import { hasEmail, hasMessengerLink } from './addresses.ts'
import { asksForContact, hasInvitation } from './messengers.ts'
import { hasPhone, isNumberInParts, numberPart } from './phone.ts'
import { type ReadableText, readText } from './tokens.ts'

/** How many earlier messages of the sender can complete a number. */
export const EARLIER_PARTS = 2

/**
 * Finds contact data that a message shares or asks for, in seven languages and in Latin letters. It misses some and has false
 * positives, so it only triggers a warning or a review. Takes linear time.
 */
export const findContacts = (message: string): ContactKind[] => contactsIn(readText(message))

export function contactsIn(text: ReadableText): ContactKind[] {
  const kinds: ContactKind[] = []
  if (hasPhone(text)) kinds.push('phone')
  if (hasEmail(text)) kinds.push('email')
  if (hasMessengerLink(text)) kinds.push('link')
  if (hasInvitation(text)) kinds.push('messenger')
  if (asksForContact(text)) kinds.push('request')
  return kinds
}

/** Whether the message may be a part of a number, so that the sender's earlier messages must be read. */
export const mayBePart = (message: string): boolean => numberPart(readText(message)) !== null

/** A number that the sender's newest message completes. `earlier`: their messages just before, oldest first. */
export function completesNumber(message: string, earlier: readonly string[]): boolean {
  const last = numberPart(readText(message))
  if (last === null) return false
  const parts = [last]
  for (const text of earlier.slice(-EARLIER_PARTS).toReversed()) {
    const part = numberPart(readText(text))
    if (part === null) break
    parts.unshift(part)
  }
  return isNumberInParts(parts)
}

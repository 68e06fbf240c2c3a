import * as z from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { Id, Time } from '../core/fields.ts'

/** Kinds of content that the filter finds: ways to contact somebody outside of Saathi, and words of a programme's rule. */
export const ContactKind = z.enum(['phone', 'email', 'link', 'messenger', 'request', 'rule'])
export type ContactKind = z.infer<typeof ContactKind>

/** `warn`: the sender must confirm the message. `hold`: a member of the team reviews it before it is delivered. */
export const FilterMode = z.enum(['off', 'warn', 'hold'])
export type FilterMode = z.infer<typeof FilterMode>

/** A held message as its sender sees it. Once it is released, it is an ordinary message instead. */
export const OwnHeldMessage = z.object({
  id: Id,
  tempId: z.string(),
  text: z.string(),
  /** The name of its file, if it has one. */
  fileName: z.nullable(z.string()),
  heldAt: Time,
  state: z.enum(['waiting', 'rejected']),
})
export type OwnHeldMessage = z.infer<typeof OwnHeldMessage>

/** A held message as the safety desk sees it. Its text is loaded on request. */
export const HeldMessage = z.object({
  id: Id,
  sender: z.object({ personId: Id, name: z.string(), role: Role }),
  programme: z.string(),
  kinds: z.array(ContactKind),
  hasFile: z.boolean(),
  heldAt: Time,
})
export type HeldMessage = z.infer<typeof HeldMessage>

export const PATTERNS_MAX = 20
export const PATTERN_MAX = 80
const PATTERN_WORDS = 6
const LETTERS_MIN = 4
const DIGITS_MIN = 3
/** What a word must have before its `*`. */
const PREFIX_MIN = 3
const WORD = /^(?:[\p{L}\p{M}]+\*?|\d+|#+)$/u

/**
 * A pattern is a sequence of words. `*` at the end of a word stands for any ending and `#` for one digit; there are no other
 * wildcards, so every rule is fast and predictable. Patterns that are so short that they match nearly everything are not allowed.
 */
export function isPattern(pattern: string): boolean {
  const words = pattern.trim().split(/\s+/u)
  const digits = pattern.replaceAll(/[^#\d]/gu, '').length
  const letters = pattern.replaceAll(/[^\p{L}\p{M}]/gu, '').length
  const isLongEnough = letters >= LETTERS_MIN || digits >= DIGITS_MIN
  const isTooGeneral = words.some((word) => word.endsWith('*') && word.length <= PREFIX_MIN)
  return isLongEnough && !isTooGeneral && words.length <= PATTERN_WORDS && words.every((word) => WORD.test(word))
}

/** A rule that matches a larger share of messages is too wide to be useful. */
export const TOO_WIDE_SHARE = 0.1

export const FilterRule = z.object({
  id: Id,
  name: z.string(),
  /** The newest version. A change adds a new one. */
  version: z.int(),
  patterns: z.array(z.string()).check(z.maxLength(PATTERNS_MAX)),
  /** The version in force; null if the rule is off. */
  activeVersion: z.nullable(z.int()),
  /** The result of testing the newest version against recent messages. */
  replay: z.nullable(z.object({ checked: z.int(), found: z.int(), isTooWide: z.boolean(), at: Time })),
})
export type FilterRule = z.infer<typeof FilterRule>

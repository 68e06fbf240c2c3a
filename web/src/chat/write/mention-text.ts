import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { searchForm } from '@saathi/contract/core/search-form'

/** A member chosen from the list; the field shows only the name. */
export type ChosenMember = { name: string; userId: number }

/** The text typed after the last '@' before the caret, if the '@' starts a word; otherwise null. */
export function mentionQueryAt(text: string, caret: number): { from: number; word: string } | null {
  // With a negative index, lastIndexOf would still check the first character.
  const from = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (from === -1 || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) return null
  const word = text.slice(from + 1, caret)
  return word.length > 40 || /[\n@]|\s{2}/.test(word) ? null : { from, word }
}

/** Active members other than the writer with a matching name or part of a name. */
export function mentionCandidates({ channelMembers }: Channel, me: number, word: string): ChannelMember[] {
  const begin = searchForm(word)
  return channelMembers.filter(({ userId, isActive, userFullName }) => {
    const name = searchForm(userFullName)
    return isActive && userId !== me && (name.startsWith(begin) || name.split(/\s+/).some((part) => part.startsWith(begin)))
  })
}

/** The text with the name in place of the typed word, and the new caret position. */
export function insertName(text: string, from: number, caret: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The text as it is sent: every chosen name that is still complete gets its id. Longest first: 'Asha Rao' before 'Asha'. */
export function withMentions(text: string, chosen: readonly ChosenMember[]): string {
  const names = chosen.toSorted((a, b) => b.name.length - a.name.length)
  let out = ''
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' ? names.find(({ name }) => startsWithName(text, at + 1, name)) : undefined
    out += found ? mentionOf(found.name, found.userId) : (text[at] ?? '')
    at += found ? found.name.length + 1 : 1
  }
  return out
}

const startsWithName = (text: string, at: number, name: string) =>
  text.startsWith(name, at) && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 2))

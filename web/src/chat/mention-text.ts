import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { mentionOf } from '@saathi/contract/chat/mentions'

/** Somebody who was chosen from the list; in the field only their name stands. */
export type Chosen = { name: string; userId: number }

/** What is typed after the last '@' before the caret, where that begins a word; null where nobody is being named. */
export function wordBeingNamed(text: string, caret: number): { from: number; word: string } | null {
  // At the very beginning there is nothing before it; `lastIndexOf` would look at the first letter all the same.
  const from = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (from === -1 || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) return null
  const word = text.slice(from + 1, caret)
  return word.length > 40 || /[\n@]|\s{2}/.test(word) ? null : { from, word }
}

const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase()

/** Active members other than oneself whose name, or a part of it, begins so. */
export function whoMayBeNamed({ channelMembers }: Channel, me: number, word: string): ChannelMember[] {
  const begin = plain(word)
  return channelMembers.filter(({ userId, isActive, userFullName }) => {
    const name = plain(userFullName)
    return isActive && userId !== me && (name.startsWith(begin) || name.split(/\s+/).some((part) => part.startsWith(begin)))
  })
}

/** The text with the name in the place of what was typed, and where the caret goes. */
export function withName(text: string, from: number, caret: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** As it is sent: every chosen name that still stands there in full carries its id. The longest first: 'Asha Rao' before 'Asha'. */
export function withMentions(text: string, chosen: readonly Chosen[]): string {
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

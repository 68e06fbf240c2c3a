/** A mention is written as `@[Name](id)`; brackets and backslashes in a name are escaped with a backslash. */

export type Piece = { text: string } | { name: string; userId: number }

const escapeName = (name: string): string => name.replaceAll(/[\\[\]]/g, (sign) => `\\${sign}`)
export const mentionOf = (name: string, userId: number): string => `@[${escapeName(name)}](${userId})`

/** A single pass without backtracking, so that no text is slow. */
export function piecesOf(message: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = message.indexOf('@['); at !== -1; at = message.indexOf('@[', at)) {
    const found = readMention(message, at)
    if (!found) {
      at += 2
      continue
    }
    if (at > from) pieces.push({ text: message.slice(from, at) })
    pieces.push({ name: found.name, userId: found.userId })
    at = from = found.end
  }
  if (from < message.length) pieces.push({ text: message.slice(from) })
  return pieces
}

const NAME_MAX = 200
const ID_MAX = 16

function readMention(message: string, start: number): { name: string; userId: number; end: number } | null {
  let name = ''
  let at = start + 2
  for (; at < message.length && message[at] !== ']'; at += 1) {
    if (message[at] === '\\') at += 1
    name += message[at] ?? ''
    if (name.length > NAME_MAX || message[at] === '\n') return null
  }
  if (name === '' || message[at + 1] !== '(') return null
  const [, digits] = /^([1-9]\d*)\)/.exec(message.slice(at + 2, at + 3 + ID_MAX)) ?? []
  return digits === undefined ? null : { name, userId: Number(digits), end: at + 3 + digits.length }
}

/** Most messages mention nobody, and every message is checked several times. */
const mayMention = (message: string): boolean => message.includes('@[')

export const mentionedIn = (message: string): number[] =>
  mayMention(message) ? [...new Set(piecesOf(message).flatMap((piece) => ('userId' in piece ? [piece.userId] : [])))] : []

/** For screen readers, one-line texts and the search: a mention becomes its name. */
export const plainOf = (message: string): string =>
  mayMention(message)
    ? piecesOf(message)
        .map((piece) => ('text' in piece ? piece.text : `@${piece.name}`))
        .join('')
    : message

import { type Inline, parseInline, plainInline } from './inline.ts'

/** Paragraphs, headings, lists and quotes. Blocks are not nested. */
export type Block =
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'heading'; depth: 2 | 3; inside: Inline[] }
  | { kind: 'bullets'; items: Inline[][] }
  | { kind: 'numbers'; start: number; items: Inline[][] }
  | { kind: 'quote'; paragraphs: Inline[][] }

type OpenBlock = { kind: 'paragraph' | 'bullets' | 'numbers' | 'quote'; start: number; pieces: string[] }

const heading = /^(#{2,3})[ \t]+(\S.*)$/
const bullet = /^-[ \t]+(\S.*)$/
const numbered = /^(\d{1,6})\.[ \t]+(\S.*)$/
const quoted = /^>[ \t]?(.*)$/
const indented = /^(?: {2,}|\t)\s*(\S.*)$/

/** Parses a subset of Markdown; everything else stays as text. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let openBlock: OpenBlock | undefined

  function end() {
    if (openBlock) blocks.push(toBlock(openBlock))
    openBlock = undefined
  }

  /** Adds to the open block if it is of this kind, else starts a new one. */
  function addPiece(kind: OpenBlock['kind'], piece: string, start = 1) {
    if (openBlock?.kind !== kind) {
      end()
      openBlock = { kind, start, pieces: [] }
    }
    openBlock?.pieces.push(piece)
  }

  function readLine(line: string) {
    const [, marks, title] = heading.exec(line) ?? []
    if (marks !== undefined && title !== undefined) {
      end()
      blocks.push({ kind: 'heading', depth: marks.length === 2 ? 2 : 3, inside: parseInline(title.trim()) })
      return
    }
    const [, point] = bullet.exec(line) ?? []
    if (point !== undefined) return addPiece('bullets', point)
    const [, number, item] = numbered.exec(line) ?? []
    if (number !== undefined && item !== undefined) return addPiece('numbers', item, Number(number))
    const [, words] = quoted.exec(line) ?? []
    if (words !== undefined) return addPiece('quote', words)
    const [, more] = indented.exec(line) ?? []
    const isInList = openBlock?.kind === 'bullets' || openBlock?.kind === 'numbers'
    if (more !== undefined && openBlock && isInList) {
      const last = openBlock.pieces.pop() ?? ''
      openBlock.pieces.push(`${last}\n${more}`)
      return
    }
    addPiece('paragraph', line.trim())
  }

  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') end()
    else readLine(line.trimEnd())
  }
  end()
  return blocks
}

function toBlock({ kind, start, pieces }: OpenBlock): Block {
  if (kind === 'paragraph') return { kind, inside: parseInline(pieces.join('\n')) }
  if (kind === 'bullets') return { kind, items: pieces.map(parseInline) }
  if (kind === 'numbers') return { kind, start, items: pieces.map(parseInline) }
  const paragraphs = pieces.join('\n').split(/\n\s*\n/)
  return { kind, paragraphs: paragraphs.flatMap((each) => (each.trim() === '' ? [] : [parseInline(each.trim())])) }
}

const piecesOf = (block: Block): Inline[][] => {
  if (block.kind === 'quote') return block.paragraphs
  return block.kind === 'bullets' || block.kind === 'numbers' ? block.items : [block.inside]
}

/** Plain text in one line, for truncated text and names. */
export const plainTextOf = (text: string): string => parseBlocks(text).flatMap(piecesOf).map(plainInline).join(' ')

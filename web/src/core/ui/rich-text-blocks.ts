import { type Inline, parseInline, plainInline } from './rich-text-inline.ts'

/** A text as its paragraphs, headings, lists and quotes. None stands inside another. */
export type Block =
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'heading'; depth: 2 | 3; inside: Inline[] }
  | { kind: 'bullets'; items: Inline[][] }
  | { kind: 'numbers'; start: number; items: Inline[][] }
  | { kind: 'quote'; paragraphs: Inline[][] }

type Gathered = { kind: 'paragraph' | 'bullets' | 'numbers' | 'quote'; start: number; pieces: string[] }

const heading = /^(#{2,3})[ \t]+(\S.*)$/
const bullet = /^-[ \t]+(\S.*)$/
const numbered = /^(\d{1,6})\.[ \t]+(\S.*)$/
const quoted = /^>[ \t]?(.*)$/
const indented = /^(?: {2,}|\t)\s*(\S.*)$/

/** The plain kinds of Markdown; whatever else is written stands there as it was written. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let gathered: Gathered | undefined

  function end() {
    if (gathered) blocks.push(finished(gathered))
    gathered = undefined
  }

  /** On to the block at hand if it is of this kind, else to a new one. */
  function gather(kind: Gathered['kind'], piece: string, start = 1) {
    if (gathered?.kind !== kind) {
      end()
      gathered = { kind, start, pieces: [] }
    }
    gathered?.pieces.push(piece)
  }

  function readLine(line: string) {
    const [, marks, title] = heading.exec(line) ?? []
    if (marks !== undefined && title !== undefined) {
      end()
      blocks.push({ kind: 'heading', depth: marks.length === 2 ? 2 : 3, inside: parseInline(title.trim()) })
      return
    }
    const [, point] = bullet.exec(line) ?? []
    if (point !== undefined) return gather('bullets', point)
    const [, number, item] = numbered.exec(line) ?? []
    if (number !== undefined && item !== undefined) return gather('numbers', item, Number(number))
    const [, words] = quoted.exec(line) ?? []
    if (words !== undefined) return gather('quote', words)
    const [, more] = indented.exec(line) ?? []
    const isInList = gathered?.kind === 'bullets' || gathered?.kind === 'numbers'
    if (more !== undefined && gathered && isInList) {
      const last = gathered.pieces.pop() ?? ''
      gathered.pieces.push(`${last}\n${more}`)
      return
    }
    gather('paragraph', line.trim())
  }

  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') end()
    else readLine(line.trimEnd())
  }
  end()
  return blocks
}

function finished({ kind, start, pieces }: Gathered): Block {
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

/** The words alone, in one line: for what is cut to a length, and for names. */
export const plainTextOf = (text: string): string => parseBlocks(text).flatMap(piecesOf).map(plainInline).join(' ')

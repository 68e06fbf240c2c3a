import { plainTextOf } from '#core/ui/rich-text/blocks.ts'

/** One `##` heading and its text. The id is the position, so it is the same in every language. */
export type LegalPart = { id: string; title: string; text: string }
export type LegalParts = { opening: string; parts: LegalPart[] }

const heading = /^##[ \t]+(\S.*)$/

export function partsOf(content: string): LegalParts {
  const opening: string[] = []
  const parts: { title: string; lines: string[] }[] = []
  for (const line of content.split(/\r\n|\r|\n/)) {
    const title = heading.exec(line)?.[1]
    if (title !== undefined) parts.push({ title: plainTextOf(title), lines: [] })
    else (parts.at(-1)?.lines ?? opening).push(line)
  }
  return {
    opening: opening.join('\n').trim(),
    parts: parts.map(({ title, lines }, place) => ({ id: `part-${place + 1}`, title, text: lines.join('\n').trim() })),
  }
}

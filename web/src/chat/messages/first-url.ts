/** Up to a space, without trailing punctuation. A single pass, so that no text is slow. */
const url = /https?:\/\/[^\s<>"]+/gi
const endOfSentence = new Set('.,;:!?\'")]}।')

/** From the end: a regular expression for trailing punctuation would be quadratic. */
function trim(found: string): string {
  let end = found.length
  while (endOfSentence.has(found.charAt(end - 1))) end -= 1
  return found.slice(0, end)
}
const MAX = 2048

export const firstUrl = (text: string): string | null => {
  for (const [found] of text.matchAll(url)) {
    const trimmed = trim(found)
    if (trimmed.length <= MAX && URL.canParse(trimmed)) return trimmed
  }
  return null
}

export type Part = { text: string; isLink: boolean }

/** Splits a text into links and the text between them. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(url)) {
    const link = trim(found)
    if (!URL.canParse(link)) continue
    if (index > from) parts.push({ text: text.slice(from, index), isLink: false })
    parts.push({ text: link, isLink: true })
    from = index + link.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isLink: false })
  return parts
}

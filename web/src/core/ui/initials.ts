// Created on first use, which takes about 40 ms: most people have a picture.
let segmenter: Intl.Segmenter | undefined

function firstLetter(word: string | undefined): string {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // By grapheme: half of a conjunct is not a letter.
  for (const { segment } of segmenter.segment(word ?? '')) return segment
  return ''
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstLetter(words[0]) + firstLetter(last)).toLocaleUpperCase()
}

/** A person has the same colour everywhere. */
export function toneOf(name: string, tones: number): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % tones
}

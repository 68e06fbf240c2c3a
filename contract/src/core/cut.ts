// Created on first use: the first segmenter of a page costs Chromium about forty milliseconds.
let graphemes: Intl.Segmenter | undefined

/** Cuts after `max` graphemes, so that no conjunct of an Indian script is split. */
export function cutGraphemes(text: string, max: number): string {
  // A text never has fewer code units than graphemes, so most titles need no segmenting.
  if (text.length <= max) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`
    count += 1
  }
  return text
}

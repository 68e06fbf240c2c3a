// Made when it is first needed: the first one of a page costs Chromium some forty milliseconds.
let graphemes: Intl.Segmenter | undefined

/** Cut after `max` letters as people count them, so that no conjunct of an Indian script is torn. */
export function cutGraphemes(text: string, max: number): string {
  // Never fewer code units than graphemes: most titles need no segmenting.
  if (text.length <= max) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`
    count += 1
  }
  return text
}

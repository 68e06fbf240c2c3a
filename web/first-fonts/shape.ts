import { Blob, Buffer as Text, Face, Font, shape, Variation } from 'harfbuzzjs'

export const fontFrom = (sfnt: Uint8Array): Font => new Font(new Face(new Blob(sfnt)))

export type Glyph = { id: number; advance: number; x: number; y: number }

/** The glyphs of a text as a browser shapes it. `onStep` is called during the substitutions, which may take several steps. */
export function shapeText(font: Font, text: string, language: string, onStep?: (glyphs: readonly number[]) => void): Glyph[] {
  const buffer = new Text()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setLanguage(language)
  if (onStep)
    buffer.setMessageFunc((now, _font, message) => {
      if (/^(?:start table|end lookup|recurs)/.test(message)) onStep(now.getGlyphInfos().map(({ codepoint }) => codepoint))
      return true
    })
  shape(font, buffer)
  return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
    id: codepoint,
    advance: xAdvance,
    x: xOffset,
    y: yOffset,
  }))
}

const GLYPHS_AT_ONCE = 200

export const setWeight = (font: Font, weight: number): void => font.setVariations([new Variation('wght', weight)])

type Wanted = { texts: readonly string[]; languages: readonly string[]; weights: readonly number[] }

/** Every glyph that the texts need, also those which a later substitution replaces. */
export function glyphsFor(font: Font, { texts, languages, weights }: Wanted): Set<number> {
  const glyphs = new Set<number>()
  const add = (ids: readonly number[]) => ids.forEach((id) => glyphs.add(id))
  const lines = joined(texts)
  for (const language of languages) {
    const seen = new Map<string, Set<string>>()
    // Some weights have other shapes of a letter.
    for (const weight of weights) {
      setWeight(font, weight)
      for (const line of lines) {
        const ids = shapeText(font, line, language).map(({ id }) => id)
        const before = seen.get(line) ?? new Set()
        seen.set(line, before)
        // The steps take most of the time, and nearly all lines have the same glyphs in all weights.
        if (before.has(ids.join(' '))) continue
        before.add(ids.join(' '))
        shapeText(font, line, language, add)
        add(ids)
      }
    }
  }
  return glyphs
}

/** Texts are shaped together, separated by spaces: each step of each call costs as much as a hundred glyphs. */
function joined(texts: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const text of texts) {
    line = line === '' ? text : `${line} ${text}`
    if (line.length < GLYPHS_AT_ONCE) continue
    lines.push(line)
    line = ''
  }
  return line === '' ? lines : [...lines, line]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { expect, test } from 'vitest'
import { fontsFolder, makeFonts, readFont, textsIn, weights } from './make.ts'
import { type Script, scripts } from './scripts.ts'
import { fontFrom, setWeight, shapeText } from './shape.ts'

async function fontsOf(script: Script) {
  await makeFonts()
  const first = readFileSync(join(fontsFolder, `anek-${script.name}-first.woff2`))
  return { first: fontFrom(await decompress(first)), whole: fontFrom(await readFont(script.source)) }
}

/** What is drawn: the outline of each glyph and its place. */
function drawingOf(font: Font, outlines: Map<number, string>, word: string, language: string): string {
  return shapeText(font, word, language)
    .map(({ id, advance, x, y }) => {
      const outline = outlines.get(id) ?? font.glyphToPath(id)
      outlines.set(id, outline)
      return `${outline} ${advance} ${x} ${y}`
    })
    .join('\n')
}

/** Latin letters have their own font. */
const wordsIn = (script: Script): string[] => [
  ...new Set(
    textsIn(script)
      .replaceAll(/\p{Script=Latin}+/gu, ' ')
      .match(/[\p{L}\p{M}\u200c\u200d]+/gu) ?? [],
  ),
]

for (const script of scripts)
  test(`[NAV-06] every word of our texts looks the same in the first file of ${script.name} as in the whole font`, async () => {
    const { first, whole } = await fontsOf(script)
    const [ofFirst, ofWhole] = [new Map<number, string>(), new Map<number, string>()]
    const words = wordsIn(script)
    expect(words.length).toBeGreaterThan(1_000)
    const differing = script.languages.flatMap((language) =>
      words.filter((word) => drawingOf(first, ofFirst, word, language) !== drawingOf(whole, ofWhole, word, language)),
    )
    expect(differing).toEqual([])
  })

/** Between the weights that the designers drew, numbers are rounded. */
const ROUNDING = 4

for (const script of scripts)
  test(`[NAV-06] in every weight in use, the words of our texts have the same glyphs and places in the first file of ${script.name}`, async () => {
    const { first, whole } = await fontsOf(script)
    const words = wordsIn(script)
    for (const weight of weights) {
      setWeight(first, weight)
      setWeight(whole, weight)
      const isSame = (word: string, language: string) => {
        const [ofFirst, ofWhole] = [first, whole].map((font) => shapeText(font, word, language))
        return ofFirst?.every(({ advance, x, y }, place) => {
          const other = ofWhole?.[place]
          const moves = [advance - (other?.advance ?? Infinity), x - (other?.x ?? 0), y - (other?.y ?? 0)]
          return ofFirst.length === ofWhole?.length && moves.every((move) => Math.abs(move) <= ROUNDING)
        })
      }
      const differing = script.languages.flatMap((language) => words.filter((word) => !isSame(word, language)))
      expect(differing, String(weight)).toEqual([])
    }
  })

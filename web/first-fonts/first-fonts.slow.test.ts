import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { expect, test } from 'vitest'
import { fontsFolder, makeFonts, readFont, textsIn } from './make.ts'
import { type Script, scripts } from './scripts.ts'
import { fontFrom, shapeText } from './shape.ts'

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

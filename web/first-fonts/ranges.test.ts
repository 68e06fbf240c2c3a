import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Blob, Face } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { beforeAll, expect, test } from 'vitest'
import { hasRareLetter } from '../src/core/theme/syllables.ts'
import { fontsFolder, makeFonts, readFont } from './make.ts'
import { scripts } from './scripts.ts'

beforeAll(makeFonts)

const styles = ['fonts.css', 'script-fonts.css']
  .map((file) => readFileSync(join(import.meta.dirname, '../src/core/theme', file), 'utf8'))
  .join('\n')

function codePointsOf(range: string): Set<number> {
  const parts = range.split(',').map((part) => part.trim().replace('U+', '').split('-'))
  return new Set(
    parts.flatMap(([from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, place) => first + place)
    }),
  )
}

/** The ranges of each style that names this file. */
const rangesOf = (file: string) =>
  [...styles.matchAll(/@font-face \{[^}]*url\('([^']+)'\)[^}]*unicode-range:([^;]+);/g)]
    .filter(([, url = '']) => url.endsWith(file))
    .map(([, , range = '']) => codePointsOf(range))

const namesOf = (codePoints: Iterable<number>) => [...codePoints].map((each) => `U+${each.toString(16).padStart(4, '0')}`)
const lettersOf = (font: Uint8Array) => new Set(new Face(new Blob(font)).collectUnicodes())

test.each(scripts)(
  '[NAV-06] the first file of $name has all letters of its ranges, and their parts',
  async ({ name, source }) => {
    const file = `anek-${name}-first.woff2`
    const whole = lettersOf(await readFont(source))
    const first = lettersOf(await decompress(readFileSync(join(fontsFolder, file))))
    const ranges = rangesOf(file)
    expect(ranges.length).toBeGreaterThan(0)
    for (const range of ranges) {
      expect(namesOf([...range].filter((each) => whole.has(each) && !first.has(each)))).toEqual([])
      // A sign of two parts is shaped as its parts. Without one of them in the range, the browser would shape it in another way.
      const parts = [...range].flatMap((each) => Array.from(String.fromCodePoint(each).normalize('NFD')))
      expect(
        namesOf(parts.map((part) => part.codePointAt(0) ?? 0).filter((part) => whole.has(part) && !range.has(part))),
      ).toEqual([])
    }
  },
)

test.each(scripts.filter(({ name }) => name !== 'tamil'))(
  '[NAV-06] letters and signs of syllables in $name that are not in the first file are known as rare',
  async ({ name, source }) => {
    const whole = lettersOf(await readFont(source))
    const [range = new Set()] = rangesOf(`anek-${name}-first.woff2`)
    const consonantOrSign =
      /[\p{M}\u0915-\u0939\u0978-\u097f\u0995-\u09b9\u09f0\u09f1\u0c15-\u0c39\u0c58-\u0c5a\u0c95-\u0cb9\u0cde]/u
    const missing = [...whole].filter((each) => !range.has(each) && consonantOrSign.test(String.fromCodePoint(each)))
    expect(namesOf(missing.filter((each) => !hasRareLetter(String.fromCodePoint(each))))).toEqual([])
    expect(namesOf([...range].filter((each) => hasRareLetter(String.fromCodePoint(each))))).toEqual([])
  },
)

import { syllables } from '@first-fonts/syllables.json'
import '#core/theme/base.css'
import '#core/theme/tokens.css'
import tamilFont from '@fontsource-variable/anek-tamil/files/anek-tamil-tamil-wght-normal.woff2?url'
import { texts as bangla } from 'virtual:texts/bn'
import { texts as hindi } from 'virtual:texts/hi'
import { texts as kannada } from 'virtual:texts/kn'
import { texts as marathi } from 'virtual:texts/mr'
import { texts as tamil } from 'virtual:texts/ta'
import { texts as telugu } from 'virtual:texts/te'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import './script-fonts.css'
import { isConjunct, syllablesIn } from './syllables.ts'
import { watchSyllables } from './whole-fonts.ts'

const scripts: readonly [language: string, family: string, texts: Record<string, string>][] = [
  ['hi', 'Devanagari', hindi],
  ['mr', 'Devanagari', marathi],
  ['bn', 'Bangla', bangla],
  ['kn', 'Kannada', kannada],
  ['ta', 'Tamil', tamil],
  ['te', 'Telugu', telugu],
]
const CONJUNCTS = 12

/** Words of our texts: one with each sign, and some with conjuncts. */
function someWords(texts: Record<string, string>): string[] {
  const all =
    Object.values(texts)
      .join(' ')
      .match(/[\p{L}\p{M}\u200c\u200d]+/gu) ?? []
  const words = [...new Set(all)].filter((word) => /^\P{Script=Latin}{2,14}$/u.test(word)).toSorted()
  const signs = [...new Set(words.join('').match(/\p{M}/gu))]
  const conjuncts = words.filter(isConjunct)
  const step = Math.max(1, Math.floor(conjuncts.length / CONJUNCTS))
  const chosen = [
    ...signs.map((sign) => words.find((word) => word.includes(sign)) ?? ''),
    ...conjuncts.filter((_, place) => place % step === 0),
  ]
  return [...new Set(chosen)]
}

/** How wide a word is, and how dark each of its pixels. */
async function draw(text: string, family: string, language: string, weight: number) {
  const font = `${weight} 40px '${family}'`
  expect(await document.fonts.load(font, text || 'क')).toBeDefined()
  const canvas = document.createElement('canvas')
  canvas.width = 600
  canvas.height = 90
  canvas.lang = language
  document.body.append(canvas)
  onTestFinished(() => canvas.remove())
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.font = font
  context.fillText(text, 0, 60)
  const pixels = [...context.getImageData(0, 0, canvas.width, canvas.height).data].filter((_, place) => place % 4 === 3)
  return { pixels, width: context.measureText(text).width }
}

const inkOf = (pixels: readonly number[]) => pixels.reduce((sum, pixel) => sum + pixel, 0)

beforeAll(() => {
  // Tamil needs no second family: its first file has every syllable.
  document.fonts.add(new FontFace('Anek Tamil Whole', `url('${tamilFont}')`, { weight: '430 730' }))
})

test.each(scripts)(
  '[NAV-06] words in %s are drawn alike by the first file of %s and by the whole font',
  async (language, family, texts) => {
    const words = someWords(texts)
    expect(words.length).toBeGreaterThan(10)
    for (const word of words) {
      const drawBoth = async (weight: number) => ({
        first: await draw(word, `Anek ${family}`, language, weight),
        whole: await draw(word, `Anek ${family} Whole`, language, weight),
      })
      const { first, whole } = await drawBoth(500)
      expect(inkOf(whole.pixels), word).toBeGreaterThan(10_000)
      expect(first.width, word).toBe(whole.width)
      expect(first.pixels.filter((pixel, place) => pixel !== whole.pixels[place]).length, word).toBe(0)
      // Between the weights that the designers drew, outlines are rounded, which may move a letter by a pixel.
      for (const weight of [430, 580, 730]) {
        const rounded = await drawBoth(weight)
        expect(Math.abs(rounded.first.width - rounded.whole.width), `${word} at ${weight}`).toBeLessThanOrEqual(2)
        expect(inkOf(rounded.first.pixels) / inkOf(rounded.whole.pixels), `${word} at ${weight}`).toBeCloseTo(1, 1)
      }
    }
  },
)

test.each([
  ['a syllable that the first file lacks', 'ङ्ञ्घ', 'hi', 'Devanagari'],
  ['a sign that the first file lacks', 'ಫ಼', 'kn', 'Kannada'],
])('[NAV-06] the whole font takes its place when the page shows %s', async (_what, rare, language, family) => {
  const known = new Set(syllables.split(' '))
  expect(syllablesIn(rare).filter((each) => known.has(each))).toEqual([])
  const line = document.createElement('p')
  line.lang = language
  document.body.append(line)
  onTestFinished(() => {
    line.remove()
    document.documentElement.style.removeProperty('--whole-fonts')
  })
  watchSyllables()
  const firstFamily = () => getComputedStyle(line).fontFamily.split(',')[0]?.replaceAll(/["']/g, '')
  line.textContent = rare
  await expect.poll(() => document.documentElement.style.getPropertyValue('--whole-fonts')).toContain(`'Anek ${family} Whole'`)
  expect(firstFamily()).toMatch(/^Anek \w+ Whole$/)
})

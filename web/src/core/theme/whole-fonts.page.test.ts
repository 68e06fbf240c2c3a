import { syllables } from '@first-fonts/syllables.json'
import '#core/theme/base.css'
import '#core/theme/tokens.css'
import { expect, onTestFinished, test } from 'vitest'
import './script-fonts.css'
import { isConjunct, syllablesIn } from './syllables.ts'
import { watchSyllables } from './whole-fonts.ts'

/** With each of the signs that change their place or shape, and with the conjuncts of the texts. */
const words: readonly [language: string, family: string, words: string][] = [
  ['hi', 'Devanagari', 'क्षत्रिय विद्यार्थी मार्गदर्शक हिन्दी प्रश्न स्वागत द्वारा श्री संस्कृति राष्ट्र बुद्धि पढ़ाई लड़कियाँ ज्ञान शर्तें'],
  ['mr', 'Devanagari', 'मार्गदर्शक विद्यार्थ्यांना प्रश्नांची उत्तरे कौशल्ये महाराष्ट्र लक्ष शक्यता दुसऱ्या'],
  ['bn', 'Bangla', 'শিক্ষার্থী প্রশ্ন স্বাগত বন্ধু উত্তর ব্যক্তি পরামর্শদাতা কার্যক্রম সম্পূর্ণ গুরুত্বপূর্ণ'],
  ['kn', 'Kannada', 'ಮಾರ್ಗದರ್ಶಕ ವಿದ್ಯಾರ್ಥಿ ಪ್ರಶ್ನೆ ಸ್ವಾಗತ ಕೌಶಲ್ಯ ಉತ್ತರ ಸ್ನೇಹಿತ ಪ್ರಾರಂಭಿಸಿ'],
  ['te', 'Telugu', 'మార్గదర్శి విద్యార్థి ప్రశ్న స్వాగతం నైపుణ్యం ఉత్తరం స్నేహితుడు ప్రారంభించండి'],
]

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

const known = new Set(syllables.split(' '))
const isSimple = (syllable: string) => !isConjunct(syllable) && !/[\u0c00-\u0c7f]/.test(syllable)

test.each(words)(
  '[NAV-06] words in %s are drawn alike by the first file of %s and by the whole font',
  async (language, family, text) => {
    for (const word of text.split(' ')) {
      const drawBoth = async (weight: number) => ({
        first: await draw(word, `Anek ${family}`, language, weight),
        whole: await draw(word, `Anek ${family} Whole`, language, weight),
      })
      const { first, whole } = await drawBoth(500)
      expect(inkOf(whole.pixels)).toBeGreaterThan(10_000)
      expect(first).toEqual(whole)
      // Between the weights that the designers drew, outlines are rounded, which may move a letter by a pixel.
      for (const weight of [430, 580, 730]) {
        const rounded = await drawBoth(weight)
        expect(Math.abs(rounded.first.width - rounded.whole.width), `${word} at ${weight}`).toBeLessThanOrEqual(2)
        expect(inkOf(rounded.first.pixels) / inkOf(rounded.whole.pixels), `${word} at ${weight}`).toBeCloseTo(1, 1)
      }
    }
  },
)

test('[NAV-06] the whole font takes its place when the page shows a syllable that the first file lacks', async () => {
  const rare = 'ङ्ञ्घ'
  expect(syllablesIn(rare).filter((each) => known.has(each))).toEqual([])
  const line = document.createElement('p')
  line.lang = 'hi'
  line.textContent = 'नमस्ते'
  document.body.append(line)
  onTestFinished(() => {
    line.remove()
    document.documentElement.style.removeProperty('--whole-fonts')
  })
  watchSyllables()
  const firstFamily = () => getComputedStyle(line).fontFamily.split(',')[0]?.replaceAll(/["']/g, '')
  expect(firstFamily()).toBe('Anek Devanagari')
  line.textContent = rare
  await expect.poll(firstFamily).toBe('Anek Devanagari Whole')
})

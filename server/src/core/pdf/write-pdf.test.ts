import { expect, test } from 'vitest'
import { shapeText } from './shape.ts'
import { writePdf } from './write-pdf.ts'

/** One name in each script of the product, with conjuncts and vowel signs that stand before their letter. */
const names = ['Zoë D’Souza', 'श्रीमती क्षितिजा', 'মৈত্রেয়ী জ্যোৎস্না', 'ಮೈತ್ರೇಯಿ ಕ್ಷಮಾ', 'மைத்ரேயி ஸ்ரீ', 'ప్రకాశ్ జ్యోత్స్న']

test('shapes names in all scripts: conjuncts become fewer glyphs than letters', () => {
  for (const name of names) {
    const { glyphs, width } = shapeText(name, 400)
    expect(width, name).toBeGreaterThan(2)
    expect(glyphs.length, name).toBeGreaterThan(3)
  }
  expect(shapeText('क्ष', 400).glyphs).toHaveLength(1)
})

test('mixes scripts in one line, and leaves out what no font has', () => {
  const mixed = shapeText('Asha आशा', 400)
  expect(mixed.width).toBeCloseTo(shapeText('Asha ', 400).width + shapeText('आशा', 400).width, 5)
  expect(shapeText('🎉', 400)).toEqual({ glyphs: [], width: 0 })
})

test('writes a file with as many pages as the text needs, and its words for those who have it read aloud', async () => {
  const plan = { title: 'A letter', language: 'hi', margin: 72, createdAt: new Date(0) }
  let pages = 0
  const pdf = await writePdf(
    plan,
    () => (pages += 1),
    ({ addText }) => {
      for (let line = 0; line < 60; line += 1) addText(names.join(' '), { size: 14 })
      addText('x'.repeat(300), { size: 14 })
    },
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pages).toBeGreaterThan(1)
  expect(pdf.toString('latin1')).toContain('/ActualText')
})

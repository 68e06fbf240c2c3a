import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import * as hb from 'harfbuzzjs'

export type Weight = 400 | 600
/** The outlines of a piece of text that fits in one line, for size 1, from its left end on the baseline; y goes up. */
export type ShapedText = { glyphs: readonly { path: string; x: number; y: number; scale: number }[]; width: number }

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const align = (bytes: number) => (bytes + 3) & ~3

/** Fonts come compressed for browsers; HarfBuzz reads the format inside. */
function unpackWoff(woff: Buffer): ArrayBuffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = HEADER_BYTES + at * ENTRY_BYTES
    const [from, packed, size] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)]
    const bytes = woff.subarray(from, from + packed)
    return {
      tag: woff.readUInt32BE(entry),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < size ? inflateSync(bytes) : bytes,
    }
  })
  let end = 12 + count * 16
  const sfnt = Buffer.alloc(end + tables.reduce((sum, { bytes }) => sum + align(bytes.length), 0))
  sfnt.writeUInt32BE(woff.readUInt32BE(4), 0)
  sfnt.writeUInt16BE(count, 4)
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    for (const [place, value] of [tag, checksum, end, bytes.length].entries()) sfnt.writeUInt32BE(value, 12 + at * 16 + place * 4)
    bytes.copy(sfnt, end)
    end += align(bytes.length)
  }
  return new Uint8Array(sfnt).buffer
}

/** In this order: the first font that has a character draws it. */
const fileNames = [
  'noto-sans/files/noto-sans-latin',
  'noto-sans/files/noto-sans-latin-ext',
  ...['devanagari', 'bengali', 'kannada', 'tamil', 'telugu'].map(
    (script) => `noto-sans-${script}/files/noto-sans-${script}-${script}`,
  ),
]

type LoadedFont = { font: hb.Font; perEm: number }
const loaded = new Map<string, LoadedFont>()

function loadFont(name: string, weight: Weight): LoadedFont {
  const file = `${name}-${weight}-normal.woff`
  const known = loaded.get(file)
  if (known) return known
  const path = fileURLToPath(import.meta.resolve(`@fontsource/${file}`))
  const face = new hb.Face(new hb.Blob(unpackWoff(readFileSync(path))))
  const font = { font: new hb.Font(face), perEm: face.upem }
  loaded.set(file, font)
  return font
}

/** Joiners have no glyph of their own in some fonts, and shape the letters around them. */
const joiner = /^[\u200c\u200d]$/

const draws = ({ font }: LoadedFont, letters: string): boolean =>
  Array.from(letters).every((letter) => joiner.test(letter) || font.nominalGlyph(letter.codePointAt(0) ?? 0) !== undefined)

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Pieces that one font can draw. What no font has, such as an emoji, is left out. */
function splitByFont(text: string, weight: Weight): { text: string; font: LoadedFont }[] {
  const pieces: { text: string; font: LoadedFont }[] = []
  for (const { segment } of letters.segment(text)) {
    const last = pieces.at(-1)
    // Spaces and stops stay with the letters before them.
    if (last && draws(last.font, segment)) {
      last.text += segment
      continue
    }
    const name = fileNames.find((each) => draws(loadFont(each, weight), segment))
    if (name !== undefined) pieces.push({ text: segment, font: loadFont(name, weight) })
  }
  return pieces
}

/** With the conjuncts and vowel signs of Indian scripts in place, as HarfBuzz sets them. */
export function shapeText(text: string, weight: Weight): ShapedText {
  const glyphs: { path: string; x: number; y: number; scale: number }[] = []
  let width = 0
  for (const { text: piece, font } of splitByFont(text, weight)) {
    const buffer = new hb.Buffer()
    buffer.addText(piece)
    buffer.guessSegmentProperties()
    hb.shape(font.font, buffer)
    const positions = buffer.getGlyphPositions()
    const scale = 1 / font.perEm
    for (const [at, { codepoint }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const path = font.font.glyphToPath(codepoint)
      if (path !== '') glyphs.push({ path, x: width + xOffset * scale, y: yOffset * scale, scale })
      width += xAdvance * scale
    }
  }
  return { glyphs, width }
}

import Document from 'pdfkit'
import { type ShapedText, shapeText, type Weight } from './shape.ts'

type PdfStyle = { size: number; weight?: Weight; color?: string; isCentred?: boolean; gapAfter?: number }

type PdfPlan = { title: string; language: string; isLandscape?: boolean; margin: number; createdAt: Date }

/** Continues below the last text, on a new page if this one is full. */
export type PdfText = (text: string, style: PdfStyle) => void
type PdfTools = {
  addText: PdfText
  addSpace: (height: number) => void
}
export type PdfPage = { doc: PDFKit.PDFDocument; width: number; height: number }

const LINE_HEIGHT = 1.5
/** The part of a line that lies above the baseline. */
const ASCENT = 1.05

type Line = { text: string; pieces: { shaped: ShapedText; x: number }[]; width: number }

/**
 * Texts are drawn as outlines, because readers of PDF files do not shape Indian scripts themselves. The words are in the file as
 * well, for those who have them read aloud. `decorate` draws on each page before its text.
 */
export async function writePdf(
  plan: PdfPlan,
  decorate: (page: PdfPage) => void,
  write: (tools: PdfTools) => void,
): Promise<Buffer> {
  const { title, language, isLandscape = false, margin, createdAt } = plan
  const doc = new Document({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    pdfVersion: '1.5',
    lang: language,
    tagged: true,
    displayTitle: true,
    autoFirstPage: false,
    info: { Title: title, Creator: 'Saathi', Producer: 'Saathi', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  let y = margin
  const addPage = () => {
    doc.addPage()
    decorate({ doc, width: doc.page.width, height: doc.page.height })
    y = margin
  }
  addPage()
  write({
    addText(text, style) {
      const { size, weight = 400, color = '#1F2933', isCentred = false, gapAfter = 0 } = style
      const width = doc.page.width - 2 * margin
      for (const line of breakLines(text, weight, width / size)) {
        if (y + size * LINE_HEIGHT > doc.page.height - margin) addPage()
        const x = margin + (isCentred ? (width - line.width * size) / 2 : 0)
        drawLine(doc, line, { x, y: y + size * ASCENT, size, color })
        y += size * LINE_HEIGHT
      }
      y += gapAfter
    },
    addSpace(height) {
      y += height
    },
  })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

type Place = { x: number; y: number; size: number; color: string }

function drawLine(doc: PDFKit.PDFDocument, { text, pieces }: Line, { x, y, size, color }: Place): void {
  const draw = () => {
    for (const { shaped, x: from } of pieces) {
      for (const glyph of shaped.glyphs) {
        const scale = glyph.scale * size
        doc.save().translate(x + (from + glyph.x) * size, y - glyph.y * size)
        doc.scale(scale, -scale).path(glyph.path).fill(color).restore()
      }
    }
  }
  doc.addStructure(doc.struct('P', { actual: text }, draw))
}

/** Widths are for size 1. A word that is wider than a line is broken between letters. */
function breakLines(text: string, weight: Weight, width: number): Line[] {
  const space = shapeText(' ', weight).width
  return text.split('\n').flatMap((paragraph) => {
    const lines: Line[] = [{ text: '', pieces: [], width: 0 }]
    for (const word of paragraph.split(' ').flatMap((each) => breakWord(each, weight, width))) {
      const shaped = shapeText(word, weight)
      let line = lines.at(-1)
      const isFull = line !== undefined && line.pieces.length > 0 && line.width + space + shaped.width > width
      if (!line || isFull) lines.push((line = { text: '', pieces: [], width: 0 }))
      const x = line.pieces.length === 0 ? 0 : line.width + space
      line.pieces.push({ shaped, x })
      line.text = line.text === '' ? word : `${line.text} ${word}`
      line.width = x + shaped.width
    }
    return lines
  })
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function breakWord(word: string, weight: Weight, width: number): string[] {
  if (shapeText(word, weight).width <= width) return [word]
  const parts: string[] = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = (parts.at(-1) ?? '') + segment
    if (shapeText(longer, weight).width > width) parts.push(segment)
    else parts[parts.length - 1] = longer
  }
  return parts
}

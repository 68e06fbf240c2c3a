import { unzipSync, type UnzipFileInfo } from 'fflate'
import { Parser } from 'htmlparser2'
import { IMPORT_MAX_ROWS } from '@saathi/contract/accounts/import-calls'
import { cutCell } from './read-csv.ts'
import type { SheetOutcome } from './sheet-outcome.ts'

const MB = 1024 * 1024
const MAX_ENTRIES = 2_000
/** Limit for the parts that are read. 20,000 rows with eight cells need about 15 MB. */
const MAX_UNPACKED_BYTES = 80 * MB
/** Limit for the compression ratio. Sheets of short repeated texts reach about 25. */
const MAX_RATIO = 120
const SMALL_BYTES = MB
const MAX_DEPTH = 40
const MAX_COLUMNS = 200

/** Thrown for a hostile or damaged file. */
class BadWorkbook extends Error {}

/** The first sheet, with the stored result of each formula. Nothing outside of the file is read. */
export function readXlsx(bytes: Uint8Array): SheetOutcome {
  try {
    const files = unzip(bytes)
    const texts = readTexts(files['xl/sharedStrings.xml'])
    return { rows: readRows(files[findFirstSheet(files)], texts) }
  } catch {
    return { problem: 'unreadable' }
  }
}

/** Sizes come from the archive's directory, and unpacking stops at them. */
function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  let entries = 0
  let unpacked = 0
  const mayUnpack = ({ name, size, originalSize }: UnzipFileInfo) => {
    entries += 1
    if (entries > MAX_ENTRIES) throw new BadWorkbook()
    if (!/^xl\/(?:workbook|sharedStrings|_rels\/workbook\.xml|worksheets\/[^/]{1,60})\.(?:xml|rels)$/.test(name)) return false
    unpacked += originalSize
    const isBomb = originalSize > SMALL_BYTES && originalSize > size * MAX_RATIO
    if (isBomb || unpacked > MAX_UNPACKED_BYTES) throw new BadWorkbook()
    return true
  }
  return unzipSync(bytes, { filter: mayUnpack })
}

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Names are without prefix. A DOCTYPE is refused, so the file cannot define entities, and nothing is fetched. */
function readXml(bytes: Uint8Array | undefined, { open, text, close }: Handlers): void {
  if (!bytes) throw new BadWorkbook()
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > MAX_DEPTH) throw new BadWorkbook()
        open?.(withoutPrefix(name), attributes)
      },
      ontext: (part) => text?.(part),
      onclosetag: (name) => {
        depth -= 1
        close?.(withoutPrefix(name))
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new BadWorkbook()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    parser.write(decoder.decode(bytes.subarray(at, at + 64 * 1024), { stream: true }))
  }
  parser.end(decoder.decode())
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** The order of the sheets is in the workbook, their files are in its relations. */
function findFirstSheet(files: Record<string, Uint8Array>): string {
  let relation: string | undefined
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'sheet') relation ??= Object.entries(attributes).find(([key]) => withoutPrefix(key) === 'id')?.[1]
  }
  readXml(files['xl/workbook.xml'], { open })
  let target: string | undefined
  readXml(files['xl/_rels/workbook.xml.rels'], {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Id === relation) target = Target
    },
  })
  if (target === undefined) throw new BadWorkbook()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts shared by several cells, without their pronunciation hints. */
function readTexts(bytes: Uint8Array | undefined): readonly string[] {
  if (!bytes) return []
  const texts: string[] = []
  let isText = false
  let isReading = 0
  readXml(bytes, {
    open: (name) => {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isReading += 1
      isText = name === 't'
    },
    text: (part) => {
      if (isText && isReading === 0) texts.push(join(texts.pop() ?? '', part))
    },
    close: (name) => {
      if (name === 'rPh') isReading -= 1
      if (name === 't') isText = false
    },
  })
  return texts
}

const LONG = 10_000
/** Cut beyond the longest field, to limit memory. */
const join = (text: string, part: string) => (text.length > LONG ? text : text + part.slice(0, LONG))

function readRows(bytes: Uint8Array | undefined, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = { column: 0, type: '', text: '' }
  let takesText = false
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') row = openRow(rows, attributes['r'])
      if (name === 'c') cell = { column: columnOf(attributes['r'], row.length), type: attributes['t'] ?? '', text: '' }
      takesText = name === 'v' || name === 't'
    },
    text: (part) => {
      if (takesText) cell.text = join(cell.text, part)
    },
    close: (name) => {
      takesText = false
      if (name !== 'c' || cell.column >= MAX_COLUMNS) return
      while (row.length < cell.column) row.push('')
      row[cell.column] = cutCell(valueOf(cell, shared))
    },
  })
  return rows
}

/** Empty rows are left out of a file; their numbers still count. */
function openRow(rows: string[][], reference: string | undefined): string[] {
  const number = reference === undefined ? rows.length + 1 : Number(reference)
  if (!Number.isInteger(number) || number <= rows.length) throw new BadWorkbook()
  // Beyond the limit only the number of rows matters.
  while (rows.length < Math.min(number, IMPORT_MAX_ROWS + 2) - 1) rows.push([])
  const row: string[] = []
  if (rows.length < IMPORT_MAX_ROWS + 2) rows.push(row)
  return row
}

/** AB12 is in column 27, counted from 0. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return next
  return Buffer.from(letters).reduce((sum, code) => sum * 26 + code - 64, 0) - 1
}

function valueOf({ type, text }: { type: string; text: string }, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? ''
  if (type === '' || type === 'n') return wholeNumber(text)
  return text
}

/** A phone number typed as a number may be stored as 9.198E11. */
function wholeNumber(text: string): string {
  const number = Number(text)
  return /e/i.test(text) && Number.isSafeInteger(number) ? String(number) : text
}

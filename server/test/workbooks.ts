import { type Zippable, zipSync } from 'fflate'

const bytes = (text: string) => new TextEncoder().encode(text)
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letterOf = (column: number) => String.fromCharCode(65 + column)

const cellsOf = (row: readonly string[], number: number) =>
  row.map((text, at) => `<c r="${letterOf(at)}${number}" t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join('')

export const sheetOf = (rows: readonly (readonly string[])[]) =>
  sheetXml(rows.map((row, at) => `<row r="${at + 1}">${cellsOf(row, at + 1)}</row>`).join(''))

export const sheetXml = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

/** The parts of a workbook that every program writes. Its first sheet is not the first file. */
export function workbook(
  sheet: string | Uint8Array,
  { sharedStrings, more = {} }: { sharedStrings?: string; more?: Zippable } = {},
) {
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="sheet" Target="${target}"/>`
  return zipSync({
    '[Content_Types].xml': bytes('<Types/>'),
    'xl/workbook.xml': bytes(
      '<workbook xmlns:r="urn:r"><sheets><sheet name="People" sheetId="2" r:id="rId7"/><sheet name="Notes" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': bytes(
      `<Relationships>${relation('rId1', 'worksheets/sheet1.xml')}${relation('rId7', 'worksheets/sheet2.xml')}</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': bytes(sheetOf([['not this one']])),
    'xl/worksheets/sheet2.xml': typeof sheet === 'string' ? bytes(sheet) : sheet,
    ...(sharedStrings !== undefined && { 'xl/sharedStrings.xml': bytes(sharedStrings) }),
    ...more,
  })
}

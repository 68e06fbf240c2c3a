import { IMPORT_MAX_CELL, IMPORT_MAX_ROWS } from '@saathi/contract/accounts/import-calls'
import { describe, expect, test } from 'vitest'
import { sheetOf, sheetXml, workbook } from '../../../test/workbooks.ts'
import { sheetReader } from './read-sheet.ts'
import { readSheet } from './sheet.ts'

/** In a process of its own, as the server reads a file. */
const readApart = sheetReader()
const bytes = (text: string) => new TextEncoder().encode(text)
const MB = 1024 * 1024
const rows = [
  ['Name', 'E-mail'],
  ['आशा राव', 'asha@saathi.example'],
]
const text = rows.map((row) => row.join(',')).join('\n')

/** As Excel writes 'Unicode text'. */
function utf16(content: string, isBigEndian: boolean): Uint8Array {
  const buffer = Buffer.from(`\uFEFF${content}`, 'utf16le')
  return new Uint8Array(isBigEndian ? buffer.swap16() : buffer)
}

describe('[STF-10] a CSV file is read', () => {
  test.each([
    ['in UTF-8', bytes(text)],
    ['with a byte order mark', bytes(`\uFEFF${text}`)],
    ['in UTF-16, little end first', utf16(text, false)],
    ['in UTF-16, big end first', utf16(text, true)],
    ['in UTF-16 without a mark', utf16(text, false).subarray(2)],
    ['with semicolons', bytes(text.replaceAll(',', ';'))],
    ['with tabs', bytes(text.replaceAll(',', '\t'))],
    ['with Windows line ends', bytes(`${text.replaceAll('\n', '\r\n')}\r\n`)],
    ['with quotes', bytes(text.replace('Name', '"Name"'))],
  ])('%s', (_how, content) => {
    expect(readSheet(content)).toEqual({ rows })
  })

  test('with separators, quotes and line breaks inside of quotes, and with empty rows that count', () => {
    const content = 'Name,E-mail\n\n"Rao, ""Asha""\nDevi",a@b.example'
    expect(readSheet(bytes(content))).toEqual({ rows: [['Name', 'E-mail'], [''], ['Rao, "Asha"\nDevi', 'a@b.example']] })
  })

  test('with formulas as text', () => {
    expect(readSheet(bytes('Name\n=HYPERLINK("http://a.example")\n'))).toMatchObject({ problem: 'unreadable' })
    expect(readSheet(bytes('Name\n"=HYPERLINK(""http://a.example"")"\n@SUM(1)'))).toEqual({
      rows: [['Name'], ['=HYPERLINK("http://a.example")'], ['@SUM(1)']],
    })
  })

  test('with a cell of a megabyte, which is cut, and characters that cannot be stored', () => {
    const { rows: found = [] } = readSheet(bytes(`Name\n${'a'.repeat(1024 * 1024)}\nA\0b`))
    expect(found[1]?.[0]).toHaveLength(IMPORT_MAX_CELL - 1)
    expect(found[2]).toEqual(['A\u0001b'])
  })

  test('only as far as needed to know that it has too many rows', () => {
    const { rows: found = [] } = readSheet(bytes(`Name\n${'a\n'.repeat(100_000)}`))
    expect(found).toHaveLength(IMPORT_MAX_ROWS + 2)
  })

  test.each([
    ['another encoding', bytes('x').fill(0xff), 'encoding'],
    ['a quote without an end', bytes('Name\n"Asha'), 'unreadable'],
    ['a picture with another name', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0xd8]), 'encoding'],
    ['an encrypted workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'encrypted'],
    ['an archive with something else', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'unreadable'],
  ])('but not %s', (_what, content, problem) => {
    expect(readSheet(content)).toEqual({ problem })
  })
})

describe('[STF-10] a workbook is read', () => {
  test('from its first sheet, wherever that is stored', () => {
    expect(readSheet(workbook(sheetOf(rows)))).toEqual({ rows })
  })

  test('with shared texts, numbers, stored results of formulas and missing cells', () => {
    const sheet = sheetXml(
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>9.19800000001E11</v></c></row>' +
        '<row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>Asha</v></c><c r="B3"><f>1+1</f></c></row>',
    )
    const sharedStrings =
      '<sst><si><t>zero</t></si><si><r><t>Ra</t></r><r><t>vi &amp; co</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si></sst>'
    expect(readSheet(workbook(sheet, { sharedStrings }))).toEqual({
      rows: [[], ['Ravi & co', '', '919800000001'], ['Asha', '']],
    })
  })

  const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
  const entity = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  test.each([
    ['a zip bomb', () => workbook(new Uint8Array(16 * MB))],
    [
      'much more text than a sheet needs',
      () => workbook('', { more: { 'xl/worksheets/sheet2.xml': [new Uint8Array(81 * MB), { level: 0 }] } }),
    ],
    ['endless nesting', () => workbook(sheetXml(deep))],
    ['entities from outside', () => workbook(entity + sheetOf([['&e;']]))],
    ['entities that multiply', () => workbook(lol + sheetOf([['&b;']]))],
    ['rows in the wrong order', () => workbook(sheetXml('<row r="5"/><row r="4"/>'))],
    [
      'thousands of files',
      () => workbook('', { more: Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, bytes('')])) }),
    ],
    ['no sheet', () => workbook('', { more: { 'xl/workbook.xml': bytes('<workbook/>') } })],
  ])('but not with %s', async (_what, build) => {
    expect(await readApart(build())).toEqual({ problem: 'unreadable' })
  })

  test('and a row number in the billions costs nothing', async () => {
    const { rows: found = [] } = await readApart(workbook(sheetXml('<row r="2000000000"><c><v>1</v></c></row>')))
    expect(found).toHaveLength(IMPORT_MAX_ROWS + 2)
  })

  test('and what takes too long is given up', async () => {
    const slow = sheetReader({ timeoutMs: 1 })
    expect(await slow(workbook(sheetOf(rows)))).toEqual({ problem: 'unreadable' })
  })
})

import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('quotes separators, keeps numbers, and makes formulas harmless', () => {
  const rows = [
    ['name', 'count'],
    ['Rao, Asha', 3],
    ['said "yes"\nand no', null],
    ['=1+1', -2],
    ['@cmd', 0],
  ]
  expect(toCsv(rows)).toBe(`\uFEFFname,count\r\n"Rao, Asha",3\r\n"said ""yes""\nand no",\r\n'=1+1,-2\r\n'@cmd,0\r\n`)
})

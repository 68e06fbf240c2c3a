import { expect, test } from 'vitest'
import { dataSize } from './data-size.ts'

test('a size is shown in kB or MB, in the format of the language', () => {
  expect(dataSize(1_258_291, 'en')).toBe('1.2 MB')
  expect(dataSize(83_886_080, 'en')).toBe('80 MB')
  expect(dataSize(25_000, 'en')).toBe('24 kB')
  expect(dataSize(10, 'en')).toBe('1 kB')
  expect(dataSize(1_258_291, 'hi')).toContain('1.2')
})

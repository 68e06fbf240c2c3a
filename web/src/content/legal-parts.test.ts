import { expect, test } from 'vitest'
import { partsOf } from './legal-parts.ts'

test('a text is split at its headings, with ids by position', () => {
  expect(partsOf('Before.\n\n## What we **keep**\n\nA.\n### Small\nB.\r\n## Why\nC.')).toEqual({
    opening: 'Before.',
    parts: [
      { id: 'part-1', title: 'What we keep', text: 'A.\n### Small\nB.' },
      { id: 'part-2', title: 'Why', text: 'C.' },
    ],
  })
})

test('a text without headings is only an opening', () => {
  expect(partsOf('One.\n#Two\n##Three')).toEqual({ opening: 'One.\n#Two\n##Three', parts: [] })
})

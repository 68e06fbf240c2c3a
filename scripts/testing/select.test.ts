import { expect, test } from 'vitest'
import { listTestFiles, selectTests } from './select.ts'

const files = [
  'server/src/chat/write/writer.api.test.ts',
  'server/src/chat/write/kill.slow.test.ts',
  'web/src/chat/rows.test.ts',
  'web/src/chat/messenger.page.test.tsx',
  'e2e/chat.e2e.ts',
  'e2e/feed.e2e.ts',
]

test('a pattern selects every quick test file whose path contains it', () => {
  expect(selectTests(['chat'], files, false)).toEqual({
    tests: ['server/src/chat/write/writer.api.test.ts', 'web/src/chat/rows.test.ts'],
    pages: ['web/src/chat/messenger.page.test.tsx'],
    browser: ['e2e/chat.e2e.ts'],
    isWhole: false,
  })
})

test('a path selects that file with all its tests, slow or not', () => {
  expect(selectTests(['server/src/chat/write/kill.slow.test.ts'], files)).toMatchObject({
    tests: ['server/src/chat/write/kill.slow.test.ts'],
    isWhole: true,
  })
  expect(selectTests(['web/src/chat/rows.test.ts'], files)).toMatchObject({
    tests: ['web/src/chat/rows.test.ts'],
    isWhole: false,
  })
  expect(selectTests(['./e2e/feed.e2e.ts'], files)).toMatchObject({ tests: [], browser: ['e2e/feed.e2e.ts'], isWhole: true })
})

test('a pattern that matches nothing is refused', () => {
  expect(() => selectTests(['nonsense'], files)).toThrow('No test file matches nonsense.')
})

test('listTestFiles finds the tests of every package', () => {
  const found = listTestFiles()
  for (const folder of ['contract/', 'server/', 'web/', 'scripts/', 'e2e/'])
    expect(found.filter((path) => path.startsWith(folder)).length, folder).toBeGreaterThan(3)
})

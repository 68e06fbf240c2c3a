import { expect, test } from 'vitest'
import { chunkFinder, chunkOf } from '../web/build-chunks.ts'

const users = (...parts: Parameters<typeof chunkOf>[0] extends ReadonlySet<infer Part> ? Part[] : never) => new Set(parts)

test('what the frame needs comes with the frame, even if other pages need it too', () => {
  expect(chunkOf(users('shell', 'session', 'messenger'), true)).toBe('shell')
})

test('a page loads nothing that only another page needs', () => {
  expect(chunkOf(users('session'), false)).toBe('session')
  expect(chunkOf(users('session', 'surveys'), false)).toBe('questions')
  expect(chunkOf(users('mentorship', 'profile'), false)).toBe('parts')
})

test('the console does not load a whole page of members for what it shares with it', () => {
  expect(chunkOf(users('mentorship', 'partner'), true)).toBe('mentorship-shared')
  expect(chunkOf(users('later'), true)).toBe('shell')
})

test('the bundler decides about modules of pages that are not listed', () => {
  expect(chunkOf(users(), true)).toBeNull()
})

test('a listed module that does not exist any more fails the build', () => {
  const find = chunkFinder()
  expect(() => find('/anything.ts', { getModuleInfo: () => null })).toThrow(/should be in a chunk of its own/)
})

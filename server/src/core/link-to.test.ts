import { expect, test } from 'vitest'
import { linkMaker } from './link-to.ts'

test('links use the configured URL, or this machine if there is none', () => {
  expect(linkMaker({ publicOrigin: 'https://saathi.example', port: 7200 })('/signin')).toBe('https://saathi.example/signin')
  expect(linkMaker({ publicOrigin: undefined, port: 7200 })('/signin')).toBe('http://localhost:7200/signin')
})

test.each(['//evil.test', '/\\evil.test', '//evil.test/signin'] as const)('%s points to another site and is refused', (path) => {
  expect(() => linkMaker({ publicOrigin: 'https://saathi.example', port: 7200 })(path)).toThrow('points outside')
})

import { expect, test } from 'vitest'
import { linkMaker } from './link-to.ts'

test('links lead to the configured address, or to this machine when there is none', () => {
  expect(linkMaker({ publicOrigin: 'https://saathi.example', port: 7200 })('/signin')).toBe('https://saathi.example/signin')
  expect(linkMaker({ publicOrigin: undefined, port: 7200 })('/signin')).toBe('http://localhost:7200/signin')
})

test.each(['//evil.test', '/\\evil.test', '//evil.test/signin'] as const)('%s leads away and is refused', (path) => {
  expect(() => linkMaker({ publicOrigin: 'https://saathi.example', port: 7200 })(path)).toThrow('leads away')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insideV4, insideV6 } from '../../../test/hostile-urls.ts'
import { groupsOf, isPublicAddress } from './public-address.ts'

test.each([...insideV4, ...insideV6])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '100.128.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4009:80b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(['', 'localhost', '127.1', '0x7f.0.0.1', '1.2.3.4.5', '[::1]', 'fe80::1%eth0', '2606:4700::1111%1', '::g', '8.8.8.8 '])(
  '%j is not an address, so it is not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false)
  },
)

describe('an IPv4 address inside an IPv6 one', () => {
  const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))

  test('is public if the IPv4 address itself is public', () => {
    fc.assert(
      fc.property(v4, (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address))
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  test('in one of the obsolete notations is never public', () => {
    fc.assert(
      fc.property(v4, fc.nat(0xffff), (address, rest) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const inGroups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        expect(isPublicAddress(`2002:${inGroups}::${rest.toString(16)}`)).toBe(false)
        expect(isPublicAddress(`2001:0:${inGroups}::${rest.toString(16)}`)).toBe(false)
        expect(isPublicAddress(`::${address}`)).toBe(false)
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})

test.each([
  ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
  ['2001:db8::1:0:0:1', [0x2001, 0xdb8, 0, 0, 1, 0, 0, 1]],
  ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['1::', [1, 0, 0, 0, 0, 0, 0, 0]],
  ['::ffff:1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x102, 0x304]],
])('%s is parsed as eight numbers', (address, groups) => {
  expect(groupsOf(address)).toEqual(groups)
})

import { expect, test } from 'vitest'
import { ipRateLimit } from './ip-rate-limit.ts'

test('an address may read 1,200 times a minute, and then gets the time to wait', () => {
  const wait = ipRateLimit({ limitFactor: 1 }, () => new Date('2026-03-01T12:00:15Z'))
  for (let at = 0; at < 1_200; at += 1) expect(wait('198.51.100.1')).toBeNull()
  expect(wait('198.51.100.1')).toBe(45)
  expect(wait('198.51.100.2')).toBeNull()
})

test('the next minute starts from zero, and the IPv6 range of a household counts as one address', () => {
  let now = new Date('2026-03-01T12:00:59Z')
  const wait = ipRateLimit({ limitFactor: 1 }, () => now)
  for (let at = 0; at < 1_200; at += 1) wait(`2001:db8:1:2::${(at % 9) + 1}`)
  expect(wait('2001:db8:1:2::a')).toBe(1)
  now = new Date('2026-03-01T12:01:00Z')
  expect(wait('2001:db8:1:2::a')).toBeNull()
})

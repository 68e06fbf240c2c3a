import { expect, test } from 'vitest'
import { ipKey } from './ip-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
  ["' or 1=1 --", 'unknown'],
])('%s is counted as %s', (ip, key) => {
  expect(ipKey(ip)).toBe(key)
})

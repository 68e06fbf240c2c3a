import { expect, test } from 'vitest'
import { hostileUrls } from '../../../test/hostile-urls.ts'
import { readTarget } from './outgoing-url.ts'

test('there are at least 120 different hostile addresses', () => {
  expect(new Set(hostileUrls).size).toBeGreaterThanOrEqual(120)
})

test.each(hostileUrls)('C57: %j is refused by its text alone', (text) => {
  expect(readTarget(text)).toBeNull()
})

test.each([
  ['http://page.example', 'http://page.example/', 'page.example'],
  ['HTTPS://Page.Example:443/a?b=c#d', 'https://page.example/a?b=c', 'page.example'],
  ['http://page.example:443/', 'http://page.example:443/', 'page.example'],
  ['https://page.example./', 'https://page.example./', 'page.example'],
  [
    'https://उदाहरण.भारत/पन्ना',
    'https://xn--p1b6ci4b4b3a.xn--h2brj9c/%E0%A4%AA%E0%A4%A8%E0%A5%8D%E0%A4%A8%E0%A4%BE',
    'xn--p1b6ci4b4b3a.xn--h2brj9c',
  ],
  ['http://8.8.8.8/', 'http://8.8.8.8/', '8.8.8.8'],
  ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
])('%s is accepted', (text, href, host) => {
  const target = readTarget(text)
  expect({ href: target?.url.href, host: target?.host }).toEqual({ href, host })
})

test('an overlong URL is refused', () => {
  expect(readTarget(`http://page.example/${'a'.repeat(2048)}`)).toBeNull()
})

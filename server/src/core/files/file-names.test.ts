import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { cleanName, contentDisposition, extensionOf } from './file-names.ts'

describe('C55: a file name is display text and never a path', () => {
  test.each([
    ['../../x.png', 'x.png'],
    ['..\\..\\x.png', 'x.png'],
    ['/etc/x.png', 'x.png'],
    ['C:\\Windows\\x.png', 'x.png'],
    ['..', 'file.png'],
    ['.png', 'file.png'],
    ['', 'file.png'],
    ['.htaccess.png', 'htaccess.png'],
    ['a"b\r\nSet-Cookie: x=1.png', 'a_bSet-Cookie_ x=1.png'],
    ['photo\0.png', 'photo.png'],
    ['my\u202egnp.exe.png', 'mygnp.exe.png'],
    ['a\ud800b.png', 'a\ufffdb.png'],
    ['मेरी  तस्वीर.png', 'मेरी तस्वीर.png'],
    ['क्\u200dष.png', 'क्\u200dष.png'],
    ['photo.heic', 'photo.png'],
    ['a%22b%0D%0Ac.png', 'a_b__c.png'],
  ])('%j is stored as %j', (name, stored) => {
    expect(cleanName(name, 'png')).toBe(stored)
  })

  test('three hundred characters become two hundred, with the extension and without a split character', () => {
    expect(cleanName(`${'x'.repeat(300)}.png`, 'png')).toBe(`${'x'.repeat(196)}.png`)
    const emoji = cleanName(`x${'🙂'.repeat(150)}.png`, 'png')
    expect(emoji).toBe(`x${'🙂'.repeat(97)}.png`)
    expect(emoji.isWellFormed()).toBe(true)
  })
})

test.each([
  ['dots', '.'],
  ['spaces', ' '],
  ['slashes', '/'],
  ['line breaks', '%0D'],
  ['dots and letters', '.a'],
])('S11: a name of 80,000 characters, all of them %s, is processed quickly', (_what, part) => {
  const name = `a${part.repeat(80_000 / part.length)}b.png`
  expect(processorMs(() => [cleanName(name, 'png'), extensionOf(name)])).toBeLessThan(BUSY_MS)
})

test('the extension is the last one, in lower case', () => {
  expect(['a.PNG', 'a.tar.gz', 'a', 'a.', 'a.p n g', 'a.png '].map(extensionOf)).toEqual(['png', 'gz', '', '', '', 'png'])
})

test.each([
  ['plain.pdf', `attachment; filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  ['तस्वीर.pdf', `attachment; filename="______.pdf"; filename*=UTF-8''%E0%A4%A4%E0%A4%B8%E0%A5%8D%E0%A4%B5%E0%A5%80%E0%A4%B0.pdf`],
  [`it's (1)*.pdf`, `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['a"\\\r\n%41.pdf', `attachment; filename="a_____41.pdf"; filename*=UTF-8''a%22%5C%0D%0A%2541.pdf`],
])('C55: %j cannot break out of the header value', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})

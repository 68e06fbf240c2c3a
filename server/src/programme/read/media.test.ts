import { expect, test } from 'vitest'
import { MEDIA_MAX_BYTES } from '../format/programme.ts'
import { readMedia } from './media.ts'

const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`)
const read = (name: string, bytes: Buffer) => readMedia(`media/${name}`, name, bytes)

test.each([
  ['drawing.svg', svg('<path id="a" d="M0 0"/><use href="#a"/>'), 'image/svg+xml'],
  ['photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
  ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['photo.webp', Buffer.from('RIFF1234WEBPVP8 '), 'image/webp'],
])('%s is recognized by its content', (name, bytes, type) => {
  expect(read(name, bytes)).toMatchObject({ name, type, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test.each([
  ['script', '<script>alert(1)</script>'],
  ['handler', '<path onload="alert(1)"/>'],
  ['link', '<image href="https://example.org/x.png"/>'],
  ['old link', '<use xlink:href="data:image/svg+xml,x"/>'],
  ['foreign object', '<foreignObject><body/></foreignObject>'],
])('a drawing with a %s is refused', (_name, inside) => {
  expect(read('drawing.svg', svg(inside))).toMatch(/^must be a plain drawing/)
})

test('files with the wrong content, size or name are refused', () => {
  expect(read('photo.png', svg(''))).toBe('is not a valid .png file')
  expect(read('photo.webp', Buffer.alloc(0))).toBe('is not a valid .webp file')
  expect(read('photo.jpg', Buffer.alloc(MEDIA_MAX_BYTES + 1))).toBe('must not be larger than 512 KB')
  expect(read('Photo 1.jpg', Buffer.alloc(1))).toMatch(/^must be named/)
  expect(read('photo.gif', Buffer.alloc(1))).toMatch(/^must be named/)
})

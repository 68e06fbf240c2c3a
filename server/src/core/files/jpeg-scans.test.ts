import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { countScans } from './image-process.ts'
import { makePicture, manyScans } from './test-pictures.ts'

const MB = 1024 * 1024
const start = Buffer.from([0xff, 0xd8])
const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 7])
const end = Buffer.from([0xff, 0xd9])

describe('the scans of a JPEG', () => {
  test('are one in a baseline picture, and all are counted in a progressive one', async () => {
    expect(countScans(await makePicture(), 100)).toBe(1)
    expect(countScans(await manyScans(40, { width: 20, height: 20 }), 100)).toBe(40)
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 0],
    ['only a start marker', start, 0],
    ['a marker without its length', Buffer.concat([start, Buffer.from([0xff, 0xe0])]), 0],
    ['a length beyond the end', Buffer.concat([start, Buffer.from([0xff, 0xe0, 0xff, 0xff]), scan]), 0],
    ['a length of zero', Buffer.concat([start, Buffer.from([0xff, 0xe0, 0, 0]), scan, scan]), 2],
    ['padded markers', Buffer.concat([start, Buffer.from([0xff, 0xff, 0xff]), scan, Buffer.from([0xff, 0xff]), scan]), 2],
    ['stuffing and restart markers', Buffer.concat([start, scan, Buffer.from([0xff, 0, 0xff, 0xd3, 0xff, 0xd8]), scan]), 2],
    ['scans inside another segment', Buffer.concat([start, Buffer.from([0xff, 0xe1, 0, 13]), scan, scan]), 1],
    ['scans after the end', Buffer.concat([start, scan, end, scan, scan]), 1],
  ])('%s', (_what, bytes, count) => {
    expect(countScans(bytes, 100)).toBe(count)
  })

  test('are counted only up to the limit', () => {
    expect(countScans(Buffer.concat([start, ...Array<Buffer>(500).fill(scan)]), 100)).toBe(101)
  })

  test.each([
    ['only markers', [0xff]],
    ['only stuffing', [0xff, 0]],
    ['only short segments', [0xff, 0xe0, 0, 2]],
  ])('S11: are counted quickly: %s', (_what, part) => {
    const bytes = Buffer.alloc(10 * MB, Buffer.from(part))
    expect(processorMs(() => countScans(bytes, 100))).toBeLessThan(BUSY_MS)
  })
})

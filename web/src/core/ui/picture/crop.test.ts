import { expect, test } from 'vitest'
import { dragCrop, firstCrop, fitCrop, MAX_ZOOM, squareOf, zoomCrop } from './crop.ts'

const wide = { width: 400, height: 200 }
const first = firstCrop(wide)

test('a crop starts as the largest centred square', () => {
  expect(squareOf(first, wide)).toEqual({ left: 100, top: 0, side: 200 })
})

test('dragging right shows more of the left side', () => {
  expect(squareOf(dragCrop(first, wide, 0.25, 0), wide)).toEqual({ left: 50, top: 0, side: 200 })
})

test.each([
  ['left', 9, 0, { left: 0, top: 0 }],
  ['right', -9, 0, { left: 200, top: 0 }],
  ['top', 0, 9, { left: 100, top: 0 }],
  ['bottom', 0, -9, { left: 100, top: 0 }],
])('a crop cannot be dragged over the %s edge', (_edge, right, down, corner) => {
  expect(squareOf(dragCrop(first, wide, right, down), wide)).toMatchObject(corner)
})

test('zooming keeps the centre and makes the square smaller', () => {
  expect(squareOf(zoomCrop(first, wide, 2), wide)).toEqual({ left: 150, top: 50, side: 100 })
})

test('zooming out at an edge moves the square back into the picture', () => {
  const corner = dragCrop(zoomCrop(first, wide, 4), wide, 9, 9)
  expect(squareOf(zoomCrop(corner, wide, 1), wide)).toEqual({ left: 0, top: 0, side: 200 })
})

test.each([
  [0.2, 1],
  [99, MAX_ZOOM],
])('a zoom of %d is limited to %d', (zoom, limited) => {
  expect(zoomCrop(first, wide, zoom).zoom).toBe(limited)
})

test('the square is always inside the picture', () => {
  for (const size of [wide, { width: 120, height: 900 }, { width: 64, height: 64 }]) {
    for (const x of [-500, 0, 33, 5000]) {
      for (const zoom of [-1, 1, 2.7, 50]) {
        const { left, top, side } = squareOf(fitCrop({ x, y: x, zoom }, size), size)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(left + side).toBeLessThanOrEqual(size.width + 1e-9)
        expect(top + side).toBeLessThanOrEqual(size.height + 1e-9)
      }
    }
  }
})

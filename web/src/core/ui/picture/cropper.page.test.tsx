import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { firstCrop, MAX_ZOOM, type Crop } from '#core/ui/picture/crop.ts'
import { PictureCropper } from '#core/ui/picture/cropper.tsx'
import { render } from '../../../../test/render.ts'

const moves = { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' }

function Page({ picture, onSeen }: { picture: ImageBitmap; onSeen: (crop: Crop) => void }) {
  const [crop, setCrop] = useState(() => firstCrop(picture))
  onSeen(crop)
  return (
    <PictureCropper
      picture={picture}
      crop={crop}
      onCrop={setCrop}
      label="Your picture"
      help="Drag it."
      zoomLabel="Zoom"
      moveLabels={moves}
      previewLabel="How it will look"
    />
  )
}

/** Red on the left, blue on the right. */
async function twoHalves(width: number, height: number): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#f00'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#00f'
  context.fillRect(width / 2, 0, width / 2, height)
  return createImageBitmap(canvas)
}

async function showCropper(width = 400, height = 200) {
  let crop: Crop = { x: 0, y: 0, zoom: 0 }
  const picture = await twoHalves(width, height)
  const screen = await render(<Page picture={picture} onSeen={(seen) => (crop = seen)} />)
  const stage = screen.getByRole('application', { name: 'Your picture' })
  await expect.element(stage).toBeVisible()
  const box = stage.element().getBoundingClientRect()
  const finger = (type: string, pointerId: number, right: number, down: number) =>
    stage.element().dispatchEvent(
      new PointerEvent(type, {
        pointerId,
        pointerType: 'touch',
        bubbles: true,
        clientX: box.left + right * box.width,
        clientY: box.top + down * box.height,
      }),
    )
  return { screen, stage, finger, now: () => crop }
}

function colourAt(canvas: HTMLCanvasElement, right: number): number[] {
  const pixel = canvas.getContext('2d')?.getImageData(Math.round(canvas.width * right), canvas.height / 2, 1, 1).data
  return [...(pixel ?? [])]
}

test('shows the largest centred square and a round preview', async () => {
  const { screen, now } = await showCropper()
  expect(now()).toEqual({ x: 200, y: 100, zoom: 1 })
  const [big, small] = document.querySelectorAll('canvas')
  if (!big || !small) throw new Error('nothing drawn')
  expect(colourAt(big, 0.2)).toEqual([255, 0, 0, 255])
  expect(colourAt(big, 0.8)).toEqual([0, 0, 255, 255])
  expect(colourAt(small, 0.2)).toEqual([255, 0, 0, 255])
  await expect.element(screen.getByRole('img', { name: 'How it will look' })).toBeVisible()
  expect(getComputedStyle(small).borderRadius).toBe('50%')
})

test('a finger drags the picture, and a pointer that is not down does nothing', async () => {
  const { finger, now } = await showCropper()
  finger('pointerdown', 1, 0.5, 0.5)
  finger('pointermove', 1, 0.75, 0.5)
  finger('pointermove', 2, 0, 0)
  await expect.poll(now).toEqual({ x: 150, y: 100, zoom: 1 })
  finger('pointerup', 1, 0.75, 0.5)
  finger('pointermove', 1, 0, 0.5)
  await expect.poll(now).toEqual({ x: 150, y: 100, zoom: 1 })
})

test('spreading two fingers zooms in, pinching zooms out', async () => {
  const { finger, now } = await showCropper()
  finger('pointerdown', 1, 0.4, 0.5)
  finger('pointerdown', 2, 0.6, 0.5)
  finger('pointermove', 1, 0.3, 0.5)
  finger('pointermove', 2, 0.7, 0.5)
  await expect.poll(() => now().zoom).toBeCloseTo(2)
  finger('pointermove', 2, 0.5, 0.5)
  await expect.poll(() => now().zoom).toBeCloseTo(1)
})

test('arrow keys move the picture, plus and minus zoom, and other keys keep their default', async () => {
  const { stage, now } = await showCropper()
  stage.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(now).toEqual({ x: 190, y: 100, zoom: 1 })
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(now).toEqual({ x: 210, y: 100, zoom: 1 })
  await userEvent.keyboard('+')
  await expect.poll(() => now().zoom).toBeCloseTo(1.15)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => now().y).toBeLessThan(100)
  await userEvent.keyboard('-{ArrowUp}')
  await expect.poll(() => now()).toMatchObject({ zoom: 1, y: 100 })
  await userEvent.tab()
  await expect.element(stage).not.toHaveFocus()
})

test('the slider zooms, by keyboard too, and has a value text', async () => {
  const { screen, now } = await showCropper()
  const slider = screen.getByRole('slider', { name: 'Zoom' })
  await slider.fill('2')
  await expect.poll(() => now().zoom).toBe(2)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '200%')
  slider.element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => now().zoom).toBe(MAX_ZOOM)
})

test('the wheel zooms without scrolling the page', async () => {
  const { stage, now } = await showCropper()
  const turn = new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true })
  stage.element().dispatchEvent(turn)
  expect(turn.defaultPrevented).toBe(true)
  await expect.poll(() => now().zoom).toBeGreaterThan(1.5)
})

test.each([
  ['Move left', { x: 220, y: 200 }],
  ['Move right', { x: 180, y: 200 }],
  ['Move up', { x: 200, y: 220 }],
  ['Move down', { x: 200, y: 180 }],
])('a button replaces dragging: %s', async (name, moved) => {
  const { screen, now } = await showCropper(400, 400)
  await screen.getByRole('slider', { name: 'Zoom' }).fill('2')
  await screen.getByRole('button', { name }).click()
  await expect.poll(now).toEqual({ ...moved, zoom: 2 })
})

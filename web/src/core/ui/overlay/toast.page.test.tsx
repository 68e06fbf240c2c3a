import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, showToast } from '#core/ui/overlay/toast-store.ts'
import { Toaster } from '#core/ui/overlay/toast.tsx'
import { act, render } from '../../../../test/render.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id)
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const shown = () => readToasts().map(({ text }) => text)

async function withToast(onAct = () => {}) {
  const screen = await render(<Toaster label="Notices" />)
  act(() => void showToast({ text: 'Bookmark saved', action: { label: 'Undo', onAct } }))
  const status = screen.getByRole('status').element()
  const toast = status.firstElementChild
  const undo = screen.getByRole('button', { name: 'Undo' }).element()
  if (!toast || !(undo instanceof HTMLElement)) throw new Error('no toast')
  return { status, toast, undo }
}

test('a toast is a status and disappears after five seconds', async () => {
  const { status } = await withToast()
  expect(status.textContent).toContain('Bookmark saved')
  pass(4999)
  expect(status.textContent).toContain('Bookmark saved')
  pass(1)
  expect(status).toBeEmptyDOMElement()
})

test('hovering pauses the countdown of a toast, which then continues', async () => {
  const { toast } = await withToast()
  pass(3000)
  act(() => void toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  pass(60_000)
  expect(shown()).toEqual(['Bookmark saved'])
  act(() => void toast.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })))
  pass(1999)
  expect(shown()).toEqual(['Bookmark saved'])
  pass(1)
  expect(shown()).toEqual([])
})

test('a toast is paused while its action has focus', async () => {
  const { undo } = await withToast()
  act(() => undo.focus())
  pass(60_000)
  expect(shown()).toEqual(['Bookmark saved'])
  act(() => undo.blur())
  pass(5000)
  expect(shown()).toEqual([])
})

test('the action runs and removes the toast', async () => {
  const act1 = vi.fn()
  const { undo } = await withToast(act1)
  act(() => undo.click())
  expect(act1).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
})

import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '#core/theme/base.css'
import '#core/theme/tokens.css'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Celebration } from '#core/ui/progress/celebration.tsx'
import { doubleTap, fingerOn } from '../../test/finger.ts'
import { render } from '../../test/render.ts'
import { dropSecondPresses, usePageShown } from './second-press.ts'

let stop = () => {}
beforeEach(() => void (stop = dropSecondPresses()))
afterEach(() => stop())

/** Pages with their button in the same place, and a counter that does not change the page. */
function Pages() {
  const [place, setPlace] = useState(1)
  const [count, setCount] = useState(0)
  usePageShown(place)
  return (
    <>
      <h1>Page {place}</h1>
      <Button onClick={() => setPlace(place + 1)}>Next</Button>
      <Button onClick={() => setCount(count + 1)}>Counted {count}</Button>
    </>
  )
}

test('a control that does not change the page accepts every press', async () => {
  const screen = await render(<Pages />)
  await doubleTap(screen.getByRole('button', { name: 'Counted 0' }).element())
  await screen.getByRole('button', { name: 'Counted 2' }).dblClick()
  await expect.element(screen.getByRole('button', { name: 'Counted 4' })).toBeVisible()
})

test('after a double tap a tap elsewhere counts at once', async () => {
  const screen = await render(<Pages />)
  const [next, other] = [screen.getByRole('button', { name: 'Next' }), screen.getByRole('button', { name: 'Counted 0' })]
  const tapOther = fingerOn(other.element())
  await doubleTap(next.element())
  await expect.element(screen.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await tapOther(0.3)
  await expect.element(screen.getByRole('button', { name: 'Counted 1' })).toBeVisible()
})

test('holding Enter changes one page only', async () => {
  const screen = await render(<Pages />)
  screen.getByRole('button', { name: 'Next' }).element().focus()
  await userEvent.keyboard('{Enter>5/}')
  await expect.element(screen.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Page 3' })).toBeVisible()
})

type LeaveDialogProps = { onConfirm?: () => void; onBelow?: () => void }

/** The dialog's button opens under the finger, above the button that opened it. */
function LeaveDialog({ onConfirm, onBelow }: LeaveDialogProps) {
  const [open, setOpen] = useState(false)
  const place = { position: 'fixed', inset: 0 } as const
  return (
    <>
      <button type="button" style={place} onClick={() => (onBelow?.(), setOpen(true))}>
        Leave
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Leave?"
        actions={<Button onClick={() => (onConfirm?.(), setOpen(false))}>Yes, leave</Button>}
      />
    </>
  )
}

test('a double tap opens a dialog and presses nothing in it, nor closes it', async () => {
  const onConfirm = vi.fn()
  const screen = await render(<LeaveDialog onConfirm={onConfirm} />)
  await doubleTap(screen.getByRole('button', { name: 'Leave' }).element())
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a double tap that closes a dialog presses nothing below it', async () => {
  const [onConfirm, onBelow] = [vi.fn(), vi.fn()]
  const screen = await render(<LeaveDialog onConfirm={onConfirm} onBelow={onBelow} />)
  await screen.getByRole('button', { name: 'Leave' }).click({ position: { x: 4, y: 4 } })
  const confirm = screen.getByRole('button', { name: 'Yes, leave' })
  await expect.element(confirm).toBeVisible()
  const tap = fingerOn(confirm.element())
  await tap(0)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await tap(0.25)
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onBelow).toHaveBeenCalledOnce()
})

/** The celebration covers the page, its button under the finger. */
function Finish({ onAction, onBelow }: { onAction: () => void; onBelow: () => void }) {
  const [open, setOpen] = useState(false)
  const place = { position: 'fixed', inset: 0 } as const
  const action = (
    <button type="button" style={place} onClick={() => (onAction(), setOpen(false))}>
      Continue
    </button>
  )
  return (
    <>
      <button type="button" style={place} onClick={() => (onBelow(), setOpen(true))}>
        Done
      </button>
      {open && <Celebration onClose={() => setOpen(false)} picture={null} title="Well done" lead="" actions={action} />}
    </>
  )
}

test('a double tap opens a celebration and presses nothing in it', async () => {
  const [onAction, onBelow] = [vi.fn(), vi.fn()]
  const screen = await render(<Finish onAction={onAction} onBelow={onBelow} />)
  await doubleTap(screen.getByRole('button', { name: 'Done' }).element())
  await expect.element(screen.getByRole('dialog', { name: 'Well done' })).toBeVisible()
  expect(onAction).not.toHaveBeenCalled()
})

test('a double tap that closes a celebration presses nothing below it', async () => {
  const [onAction, onBelow] = [vi.fn(), vi.fn()]
  const screen = await render(<Finish onAction={onAction} onBelow={onBelow} />)
  await screen.getByRole('button', { name: 'Done' }).click({ position: { x: 4, y: 4 } })
  const action = screen.getByRole('button', { name: 'Continue' })
  await expect.element(action).toBeVisible()
  const tap = fingerOn(action.element())
  await tap(0)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await tap(0.25)
  expect(onAction).toHaveBeenCalledOnce()
  expect(onBelow).toHaveBeenCalledOnce()
})

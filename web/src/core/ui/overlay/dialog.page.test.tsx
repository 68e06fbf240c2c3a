import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import css from '#core/ui/overlay/dialog.module.css'
import { render } from '../../../../test/render.ts'

afterEach(() => emulateMedia())

type PageProps = { blocking?: boolean; onClose?: () => void; onClosed?: () => void }

function Page({ blocking = false, onClose, onClosed }: PageProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Unlink</Button>
      <Button>Elsewhere</Button>
      <Dialog
        open={open}
        onClose={() => {
          onClose?.()
          setOpen(false)
        }}
        onClosed={onClosed}
        blocking={blocking}
        title="Unlink Google calendar?"
        text="Your events stay here."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button kind="danger">Yes, unlink</Button>
          </>
        }
      />
    </>
  )
}

async function openDialog(props: PageProps = {}) {
  const screen = await render(<Page {...props} />)
  await screen.getByRole('button', { name: 'Unlink' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Unlink Google calendar?' })
  await expect.element(dialog).toBeVisible()
  return { screen, dialog }
}

function backdropSeconds(): number {
  const backdrop = document.querySelector(`.${css.backdrop}`)
  if (!backdrop) throw new Error('no backdrop')
  return Number.parseFloat(getComputedStyle(backdrop).transitionDuration)
}

test('content next to the title is not part of its name', async () => {
  const screen = await render(<Dialog open onClose={() => {}} title="Calendar" titleAction={<Button>Add event</Button>} />)
  const dialog = screen.getByRole('dialog', { name: 'Calendar', exact: true })
  await expect.element(dialog.getByRole('button', { name: 'Add event' })).toBeVisible()
})

test('a dialog has a name and a description', async () => {
  const { dialog } = await openDialog()
  await expect.element(dialog).toHaveAccessibleDescription('Your events stay here.')
})

test('focus moves into the dialog, stays there, and returns on close', async () => {
  const { screen, dialog } = await openDialog()
  const keep = dialog.getByRole('button', { name: 'Keep it' })
  const unlink = dialog.getByRole('button', { name: 'Yes, unlink' })
  await expect.element(keep).toHaveFocus()
  await userEvent.tab()
  await expect.element(unlink).toHaveFocus()
  await userEvent.tab()
  await expect.element(keep).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(unlink).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Unlink', exact: true })).toHaveFocus()
})

test('Escape closes a dialog', async () => {
  const closed = vi.fn()
  const { screen } = await openDialog({ onClosed: closed })
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  // A closing dialog is removed from the accessibility tree before it is removed from the page.
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 30_000 })
})

const pressOutside = () => userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true })

test('a press outside closes a dialog', async () => {
  const { screen } = await openDialog()
  await pressOutside()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a blocking dialog ignores Escape and backdrop presses, and closes by its button', async () => {
  const onClose = vi.fn()
  const { screen, dialog } = await openDialog({ blocking: true, onClose })
  await userEvent.keyboard('{Escape}')
  await pressOutside()
  expect(onClose).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('content behind a dialog cannot be reached', async () => {
  const { screen } = await openDialog()
  await expect.element(screen.getByRole('button', { name: 'Elsewhere' })).not.toBeInTheDocument()
})

test('[NAV-16] a modal backdrop takes 500 ms', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'no-preference' })
  await openDialog()
  expect(backdropSeconds()).toBe(0.5)
})

test('[NAV-16] a modal backdrop takes no time with reduced motion', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'reduce' })
  await openDialog()
  expect(backdropSeconds()).toBeLessThanOrEqual(0.00001)
})

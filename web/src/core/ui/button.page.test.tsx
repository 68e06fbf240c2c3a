import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { render } from '../../../test/render.ts'

function RouterLink({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>
}

function Saver() {
  const [busy, setBusy] = useState(false)
  return (
    <Button kind="primary" busy={busy} busyLabel="Processing, please wait" onClick={() => setBusy(true)}>
      Save
    </Button>
  )
}

test('a busy button says what is happening and keeps its width', async () => {
  const screen = await render(<Saver />)
  const button = screen.getByRole('button')
  await expect.element(button).toHaveAccessibleName('Save')
  // The font swaps in after the first render and changes the width once.
  await document.fonts.load('580 16px Anek')
  const before = button.element().getBoundingClientRect().width
  await button.click()
  await expect.element(button).toHaveAccessibleName('Processing, please wait')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  expect(button.element().getBoundingClientRect().width).toBe(before)
})

test('a disabled button can be focused, gives its reason, and does nothing', async () => {
  const press = vi.fn()
  const submit = vi.fn()
  const screen = await render(
    <form onSubmit={submit}>
      <Button type="submit" disabled reasonId="why" onClick={press}>
        Continue
      </Button>
      <p id="why">Please take the quiz before moving forward</p>
    </form>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Continue' })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAccessibleDescription('Please take the quiz before moving forward')
  await userEvent.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('a small button is 36 px high with a hit area of 44 px', async () => {
  const screen = await render(<Button size="sm">Undo</Button>)
  const button = screen.getByRole('button').element()
  const { top, height, left } = button.getBoundingClientRect()
  expect(height).toBe(36)
  document.body.style.paddingBlock = '20px'
  const moved = button.getBoundingClientRect().top
  expect(moved).toBeGreaterThan(top)
  expect(document.elementFromPoint(left + 10, moved - 3)).toBe(button)
  document.body.style.paddingBlock = ''
})

test('a router link can look like a button', async () => {
  const screen = await render(
    <ButtonLink kind="primary" render={<RouterLink href="/surveys" />}>
      Open
    </ButtonLink>,
  )
  const link = screen.getByRole('link', { name: 'Open' })
  await expect.element(link).toHaveAttribute('href', '/surveys')
})

import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Switch } from '#core/ui/form/switch.tsx'
import { render } from '../../../../test/render.ts'

function Page({ onTurn, isFixed }: { onTurn: (isOn: boolean) => void; isFixed?: boolean }) {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Switch
        label="By e-mail"
        checked={isOn}
        fixedReasonId={isFixed ? 'why' : undefined}
        onChange={(next) => {
          onTurn(next)
          setOn(next)
        }}
      />
      <p id="why">Always on.</p>
    </>
  )
}

test('a switch is toggled by a press and by the space bar', async () => {
  const onTurn = vi.fn()
  const screen = await render(<Page onTurn={onTurn} />)
  const control = screen.getByRole('switch', { name: 'By e-mail' })
  await expect.element(control).toBeChecked()
  await control.click()
  await expect.element(control).not.toBeChecked()
  await userEvent.keyboard(' ')
  await expect.element(control).toBeChecked()
  expect(onTurn.mock.calls).toEqual([[false], [true]])
})

test('a fixed switch can be focused, gives its reason, and does not change', async () => {
  const onTurn = vi.fn()
  const screen = await render(<Page onTurn={onTurn} isFixed />)
  const control = screen.getByRole('switch', { name: 'By e-mail' })
  await userEvent.tab()
  await expect.element(control).toHaveFocus()
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await expect.element(control).toHaveAccessibleDescription('Always on.')
  await userEvent.keyboard(' ')
  await control.click({ force: true })
  await expect.element(control).toBeChecked()
  expect(onTurn).not.toHaveBeenCalled()
})

test('a switch has a hit area at least 44 pixels high', async () => {
  const screen = await render(<Page onTurn={() => {}} />)
  expect(screen.getByRole('switch').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

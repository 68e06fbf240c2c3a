import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { render } from '../../../../test/render.ts'

function Agree() {
  const [agrees, setAgrees] = useState(false)
  return (
    <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
      I agree
    </Checkbox>
  )
}

test('the text is its label, and the whole row can be tapped', async () => {
  const screen = await render(<Agree />)
  await screen.getByText('I agree').click({ force: true })
  await expect.element(screen.getByRole('checkbox', { name: 'I agree' })).toBeChecked()
})

test('the space bar toggles it', async () => {
  const screen = await render(<Agree />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('checkbox')).toBeChecked()
})

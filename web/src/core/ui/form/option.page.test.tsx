import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { render } from '../../../../test/render.ts'

const options = [
  { value: 'a', label: 'Often' },
  { value: 'b', label: 'Sometimes' },
  { value: 'c', label: 'Never', disabled: true },
]

function Question({ numberKeys = true }: { numberKeys?: boolean }) {
  const [value, setValue] = useState<string>()
  return (
    <>
      <OptionGroup legend="How often?" options={options} value={value} onChoose={setValue} numberKeys={numberKeys} />
      <input aria-label="Notes" />
    </>
  )
}

test('a number key chooses its option', async () => {
  const screen = await render(<Question />)
  await userEvent.keyboard('2')
  await expect.element(screen.getByRole('radio', { name: 'Sometimes' })).toBeChecked()
  await userEvent.keyboard('1')
  await expect.element(screen.getByRole('radio', { name: 'Often' })).toBeChecked()
})

test('a number key does not choose disabled options or interfere with typing', async () => {
  const screen = await render(<Question />)
  await userEvent.keyboard('3')
  await screen.getByLabelText('Notes').click()
  await userEvent.keyboard('1')
  await expect.element(screen.getByLabelText('Notes')).toHaveValue('1')
  for (const name of ['Often', 'Sometimes', 'Never']) {
    await expect.element(screen.getByRole('radio', { name })).not.toBeChecked()
  }
})

test('number keys are off by default', async () => {
  const screen = await render(<Question numberKeys={false} />)
  await userEvent.keyboard('1')
  await expect.element(screen.getByRole('radio', { name: 'Often' })).not.toBeChecked()
})

test('the whole row can be tapped and the group is labelled by the question', async () => {
  const screen = await render(<Question />)
  await screen.getByText('Sometimes').click()
  const group = screen.getByRole('radiogroup', { name: 'How often?' })
  await expect.element(group.getByRole('radio', { name: 'Sometimes' })).toBeChecked()
})

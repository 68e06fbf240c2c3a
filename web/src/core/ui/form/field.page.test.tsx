import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Field } from '#core/ui/form/field.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { render } from '../../../../test/render.ts'

test('a field gives its control a label and a description', async () => {
  const screen = await render(
    <Field label="E-mail" help="We send a code here.">
      <TextInput />
    </Field>,
  )
  const input = screen.getByLabelText('E-mail')
  await expect.element(input).toHaveAccessibleDescription('We send a code here.')
  await expect.element(input).not.toHaveAttribute('aria-invalid')
})

test('an error replaces the help, is announced, and marks the control', async () => {
  const screen = await render(
    <Field label="City" help="Where you live." error="Choose a city">
      <Select>
        <option>Pune</option>
      </Select>
    </Field>,
  )
  const select = screen.getByLabelText('City')
  await expect.element(select).toHaveAccessibleDescription('Choose a city')
  await expect.element(select).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose a city')
  await expect.element(screen.getByText('Where you live.')).not.toBeInTheDocument()
})

test('a password is shown and hidden by its button, and keeps its value', async () => {
  const screen = await render(
    <Field label="Password">
      <PasswordInput showLabel="Show password" hideLabel="Hide password" />
    </Field>,
  )
  const input = screen.getByLabelText('Password', { exact: true })
  await input.fill('Saathi@2026')
  await expect.element(input).toHaveAttribute('type', 'password')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(input).toHaveValue('Saathi@2026')
  await screen.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(input).toHaveAttribute('type', 'password')
})

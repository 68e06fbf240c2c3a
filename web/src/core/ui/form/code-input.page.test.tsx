import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CodeInput, readCode } from '#core/ui/form/code-input.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { render } from '../../../../test/render.ts'

function Code({ kind = 'digits', error }: { kind?: 'digits' | 'any'; error?: string }) {
  const [code, setCode] = useState('')
  return (
    <Field label="Code" error={error}>
      <CodeInput kind={kind} value={code} onChange={setCode} />
    </Field>
  )
}

describe('readCode', () => {
  test.each([
    ['digits', '482 913', '482913'],
    ['digits', 'Your code is 482913.', '482913'],
    ['digits', '4829134444', '482913'],
    ['any', ' k7 p2-m ', 'K7P2-M'],
    ['any', 'k7p2mq999', 'K7P2MQ'],
  ] as const)('as %s, reads %s as %s', (kind, text, code) => {
    expect(readCode(text, kind, 6)).toBe(code)
  })
})

test('is one labelled field with autofill for one-time codes', async () => {
  const screen = await render(<Code />)
  const input = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(input).toHaveAttribute('inputmode', 'numeric')
  await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.getByRole('textbox').elements()).toHaveLength(1)
})

test('each character has a box, and letters are shown as capitals', async () => {
  const screen = await render(<Code kind="any" />)
  await screen.getByRole('textbox').fill('k7p')
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('inputmode', 'text')
  for (const letter of ['K', '7', 'P']) await expect.element(screen.getByText(letter, { exact: true })).toBeVisible()
})

test('a code can be pasted with spaces in it', async () => {
  const screen = await render(
    <>
      <input aria-label="Mail" defaultValue="482 913" />
      <Code />
    </>,
  )
  await screen.getByLabelText('Mail').click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await screen.getByRole('textbox', { name: 'Code' }).click()
  await userEvent.paste()
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('482913')
})

test('a tap in the middle keeps the caret at the end', async () => {
  const screen = await render(<Code />)
  const input = screen.getByRole('textbox')
  await input.fill('4829')
  await input.click({ position: { x: 5, y: 5 } })
  await userEvent.keyboard('13')
  await expect.element(input).toHaveValue('482913')
})

test('an error marks the field and is its description', async () => {
  const screen = await render(<Code error="This code is not right." />)
  await expect.element(screen.getByRole('textbox')).toHaveAccessibleDescription('This code is not right.')
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
})

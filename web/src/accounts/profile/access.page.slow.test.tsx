import { requestEmailChange, changePassword, confirmEmailChange } from '@saathi/contract/accounts/code-calls'
import { listSignIns } from '@saathi/contract/accounts/identity-calls'
import { afterEach, describe, expect, test } from 'vitest'
import { dismissToast, readToasts } from '#core/ui/overlay/toast-store.ts'
import { answer, makeProfile, refuse } from '../../../test/harness.tsx'
import { laptop, showProfile } from './page.fake.ts'

const toasts = () => readToasts().map(({ text }) => text)
const codeRequested = { message: 'Sent.', errors: [], resendAfterSeconds: 120 }
afterEach(() => readToasts().forEach(({ id }) => dismissToast(id)))

async function open(name: string) {
  const screen = await showProfile()
  await screen.getByRole('region', { name: 'How you sign in' }).getByRole('button', { name }).click()
  const dialog = screen.getByRole('dialog', { name })
  await expect.element(dialog).toBeVisible()
  return { screen, dialog }
}

describe('the password', () => {
  const current = (dialog: Awaited<ReturnType<typeof open>>['dialog']) => dialog.getByLabelText('Current password')

  async function fill(dialog: Awaited<ReturnType<typeof open>>['dialog'], password: string) {
    await current(dialog).fill('Saathi@2026')
    await dialog.getByLabelText('New password').fill(password)
    await dialog.getByLabelText('Confirm password').fill(password)
  }
  const save = { name: 'Save new password' }

  test('is changed with the current one; the other devices disappear from the list', async () => {
    const { inputs } = answer(changePassword, {})
    const { screen, dialog } = await open('Change password')
    await expect.element(dialog.getByRole('button', save)).toHaveAttribute('aria-disabled', 'true')
    await fill(dialog, 'Teal-Lantern-92')
    answer(listSignIns, { sessions: [laptop] })
    await dialog.getByRole('button', save).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(inputs).toEqual([{ body: { password: 'Saathi@2026', newPassword: 'Teal-Lantern-92' } }])
    expect(toasts()).toEqual(['Your password is changed. Your other devices are signed out.'])
    await expect.element(screen.getByRole('button', { name: /^Sign out Firefox/ })).not.toBeInTheDocument()
  })

  test.each(['Welcome@2026', 'AshaRao@1'])('%s is reported as easy to guess while typing, and not sent', async (word) => {
    const { inputs } = answer(changePassword, {})
    const { dialog } = await open('Change password')
    await fill(dialog, word)
    const missing = dialog.getByRole('listitem').filter({ hasText: 'still missing' })
    await expect.element(missing).toMatchTextContent('hard to guess')
    await dialog.getByRole('button', save).click({ force: true })
    expect(inputs).toEqual([])
  })

  test.each([
    ['accounts.wrong_password', 401, 'That password is not right. Please try again.'],
    ['accounts.blocked_for_an_hour', 429, 'Too many tries. Please wait an hour, or choose a new password by e-mail.'],
  ])('shows a refusal of the current one (%s) at its field, and keeps the inputs', async (code, status, words) => {
    answer(changePassword, refuse(code, status))
    const { dialog } = await open('Change password')
    await fill(dialog, 'Teal-Lantern-92')
    await dialog.getByRole('button', save).click()
    await expect.element(current(dialog)).toHaveAccessibleDescription(words)
    await expect.element(dialog.getByLabelText('New password')).toHaveValue('Teal-Lantern-92')
  })

  test('shows a failure in place, and a second try works', async () => {
    answer(changePassword, 'network')
    const { dialog } = await open('Change password')
    await fill(dialog, 'Teal-Lantern-92')
    await dialog.getByRole('button', save).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('We could not reach Saathi.')
    answer(changePassword, {})
    await dialog.getByRole('button', save).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('is cleared when the dialog closes', async () => {
    const { screen, dialog } = await open('Change password')
    await fill(dialog, 'Teal-Lantern-92')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Change password' }).click()
    await expect.element(current(dialog)).toHaveValue('')
  })
})

describe('the e-mail', () => {
  async function requestCode(dialog: Awaited<ReturnType<typeof open>>['dialog'], email = ' Asha.New@Saathi.example ') {
    await dialog.getByLabelText('New e-mail').fill(email)
    await dialog.getByLabelText('Current password').fill('Saathi@2026')
    await dialog.getByRole('button', { name: 'Send code' }).click()
  }

  test('is changed with the password and the code mailed to the new address', async () => {
    const requested = answer(requestEmailChange, codeRequested)
    const confirming = answer(confirmEmailChange, { email: 'asha.new@saathi.example' })
    const { screen, dialog } = await open('Change e-mail')
    await requestCode(dialog)
    await expect.element(dialog.getByText("We've sent a six-digit code to asha.new@saathi.example.")).toBeVisible()
    expect(requested.inputs).toEqual([{ body: { email: 'asha.new@saathi.example', password: 'Saathi@2026' } }])
    await dialog.getByLabelText('One-time code').fill('482 913')
    await dialog.getByRole('button', { name: 'Change e-mail' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(confirming.inputs).toEqual([{ body: { email: 'asha.new@saathi.example', otp: '482913' } }])
    expect(toasts()).toEqual(['You now sign in with asha.new@saathi.example.'])
    const card = screen.getByRole('region', { name: 'How you sign in' })
    await expect.element(card.getByText('asha.new@saathi.example')).toBeVisible()
  })

  test('is not sent if it is malformed, and is refused if it is taken', async () => {
    const { inputs } = answer(requestEmailChange, refuse('accounts.address_taken', 409, 'There is already an account.'))
    const { dialog } = await open('Change e-mail')
    await dialog.getByLabelText('Current password').fill('Saathi@2026')
    await dialog.getByLabelText('New e-mail').fill('asha.new')
    await expect.element(dialog.getByRole('button', { name: 'Send code' })).toHaveAttribute('aria-disabled', 'true')
    expect(inputs).toEqual([])
    await requestCode(dialog)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('There is already an account.')
  })

  test('shows a wrong code, and Back returns to the address', async () => {
    answer(requestEmailChange, codeRequested)
    answer(confirmEmailChange, refuse('accounts.wrong_code', 400, 'This code is not right.'))
    const { dialog } = await open('Change e-mail')
    await requestCode(dialog)
    await dialog.getByLabelText('One-time code').fill('111111')
    await dialog.getByRole('button', { name: 'Change e-mail' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('This code is not right.')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect.element(dialog.getByLabelText('New e-mail')).toHaveValue('Asha.New@Saathi.example')
  })

  test('accepts a code that was already sent', async () => {
    answer(requestEmailChange, refuse('accounts.code_too_soon', 429, 'Wait.', { retryAfterSeconds: 90 }))
    const { dialog } = await open('Change e-mail')
    await requestCode(dialog)
    await expect.element(dialog.getByLabelText('One-time code')).toBeVisible()
  })
})

test('people who sign in with Google can change neither here', async () => {
  const screen = await showProfile({ profile: makeProfile({ provider: 'google' }) })
  const card = screen.getByRole('region', { name: 'How you sign in' })
  await expect.element(card.getByText(/You sign in with Google as/)).toBeVisible()
  expect(card.getByRole('button').elements()).toEqual([])
})

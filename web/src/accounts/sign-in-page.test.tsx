import { getProfile, getSystemStatus, signIn } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '#core/query-client.ts'
import { systemStatusQuery } from '#core/system-status.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../test/harness.tsx'

function answerHub() {
  answer(getProfile, makeProfile())
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
}

async function showSignIn(path = '/signin') {
  const screen = await showApp({ path })
  const email = screen.getByRole('textbox', { name: 'E-mail' })
  await expect.element(email).toBeVisible()
  const password = screen.getByLabelText('Password', { exact: true })
  const submit = screen.getByRole('button', { name: 'Sign in' })
  async function fillAndSend(mail: string, word: string) {
    await email.fill(mail)
    await password.fill(word)
    await submit.click()
  }
  return { screen, email, password, submit, fillAndSend }
}

test('[ACC-01] the form has e-mail, password, password reset and the three legal pages', async () => {
  const { screen, password } = await showSignIn()
  await expect.element(password).toHaveAttribute('type', 'password')
  const links = {
    'Forgot password?': '/resetpassword',
    'Privacy Policy': '/privacypolicy',
    'Terms of Service': '/termsofservice',
    'Code of Conduct': '/codeofconduct',
  }
  for (const [name, path] of Object.entries(links)) {
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test('[ACC-01] any password that is not empty is sent; an empty one is not', async () => {
  answerHub()
  const { inputs } = answer(signIn, signedInReply)
  const { screen, fillAndSend } = await showSignIn()
  await fillAndSend('asha@saathi.example', '')
  await expect.element(screen.getByText('Please enter your password.')).toBeVisible()
  expect(inputs).toEqual([])
  await fillAndSend('asha@saathi.example', ' ')
  await expect.poll(() => inputs.length).toBe(1)
})

test('[ACC-02] the e-mail is trimmed and lower-cased before it is sent', async () => {
  answerHub()
  const { inputs } = answer(signIn, signedInReply)
  const { screen, fillAndSend } = await showSignIn()
  await fillAndSend('  ASHA@Saathi.Example ', 'Saathi@2026')
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  expect(inputs).toEqual([{ body: { email: 'asha@saathi.example', password: 'Saathi@2026' } }])
})

test.each(['asha', 'asha@', '@saathi.example', 'asha@saathi', 'a b@saathi.example'])(
  '[ACC-02] a malformed e-mail shows an error flag and sends nothing: %s',
  async (mail) => {
    const { inputs } = answer(signIn, signedInReply)
    const { screen, email, fillAndSend } = await showSignIn()
    await fillAndSend(mail, 'Saathi@2026')
    await expect.element(email).toHaveAttribute('aria-invalid', 'true')
    await expect.element(email).toHaveFocus()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('This does not look like an e-mail address. Please check it.')
    expect(inputs).toEqual([])
  },
)

describe('a refusal', () => {
  async function expectWords(code: string, status: number, words: string) {
    answer(signIn, refuse(code, status, 'The words of the server.'))
    const { screen, email, password, submit, fillAndSend } = await showSignIn()
    await fillAndSend('asha@saathi.example', 'Saathi@2026')
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
    await expect.element(email).toHaveValue('asha@saathi.example')
    await expect.element(password).toHaveValue('Saathi@2026')
    await expect.element(submit).not.toHaveAttribute('aria-disabled')
  }

  test.each([
    ['accounts.wrong_password', 401, 'The e-mail or the password is not right. Please try again.'],
    ['accounts.user_not_found', 404, 'We could not find an account with this e-mail. You can create one below.'],
    ['accounts.user_disabled', 403, 'The words of the server.'],
    ['core.bad_input', 400, 'The words of the server.'],
    ['core.broken', 500, 'We could not sign you in just now. Please try again in a little while.'],
  ])('[ACC-04] %s (%i) shows its text and keeps what was typed', expectWords)

  test('[ACC-03] a Google account is told to use Google', () =>
    expectWords(
      'accounts.use_google',
      409,
      'Our records say that you have signed up for our app via Google login authentication. Please use the Sign-in via Google option',
    ))

  test('[ACC-06] an unverified e-mail is named as such', () =>
    expectWords('accounts.email_not_verified', 403, 'Email Not Verified'))

  test("[ACC-07] the server's own words are shown as they are", () =>
    expectWords('core.too_many', 429, 'The words of the server.'))

  test('[NAV-11] no answer shows the network text, keeps what was typed, and a second try works', async () => {
    answerHub()
    answer(signIn, 'network')
    const { screen, password, submit, fillAndSend } = await showSignIn()
    await fillAndSend('asha@saathi.example', 'Saathi@2026')
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('We could not reach Saathi. Check your connection and try again.')
    await expect.element(password).toHaveValue('Saathi@2026')
    answer(signIn, signedInReply)
    await submit.click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })
})

test('while it is on its way the button says so and a second press sends nothing', async () => {
  const { inputs } = answer(signIn, 'hang')
  const { screen, password, fillAndSend } = await showSignIn()
  await fillAndSend('asha@saathi.example', 'Saathi@2026')
  const busy = screen.getByRole('button', { name: 'Signing in...' })
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
  await password.click()
  await userEvent.keyboard('{Enter}')
  expect(inputs).toHaveLength(1)
})

test('the keyboard alone is enough: language, e-mail, password, Enter', async () => {
  answerHub()
  answer(signIn, signedInReply)
  const { screen, email, password } = await showSignIn()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('combobox', { name: 'Language' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('asha@saathi.example{Tab}')
  await expect.element(screen.getByRole('link', { name: 'Forgot password?' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('Saathi@2026{Enter}')
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
})

test('the password can be shown and hidden', async () => {
  const { screen, password } = await showSignIn()
  await password.fill('Saathi@2026')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await screen.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('[NAV-06] choosing a language changes every text at once and is remembered', async () => {
  const { screen } = await showSignIn()
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('hi')
  await expect.element(screen.getByRole('heading', { name: 'फिर से स्वागत है' })).toBeVisible()
  expect(document.documentElement.lang).toBe('hi')
  expect(localStorage.getItem('saathi.language')).toBe('hi')
})

test('[ACC-28] under maintenance its screen takes the place of the form, and leaves without a reload', async () => {
  answer(getSystemStatus, { underMaintenance: true })
  const screen = await showApp({ path: '/signin' })
  await expect.element(screen.getByRole('heading', { name: 'We are mending a few things' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'E-mail' }).elements()).toEqual([])
  answer(getSystemStatus, { underMaintenance: false })
  await queryClient.refetchQueries(systemStatusQuery)
  await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
})

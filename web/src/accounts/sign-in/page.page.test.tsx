import { getProfile } from '@saathi/contract/accounts/calls'
import { accountExists, sendVerification } from '@saathi/contract/accounts/code-calls'
import { getSystemStatus, signIn } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#core/query-client.ts'
import { systemStatusQuery } from '#core/system-status.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'

beforeEach(() => {
  answer(accountExists, { userExist: false })
})

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

test('[ACC-01] Google is offered only if it is configured', async () => {
  const { screen } = await showSignIn()
  // A second request while the first is in flight would get the first's reply.
  await queryClient.ensureQueryData(systemStatusQuery)
  const google = screen.getByRole('button', { name: 'Sign in with Google' })
  expect(google.elements()).toEqual([])
  const settings = { clientId: 'saathi', authorizationUrl: 'https://google.test/', redirectUri: 'https://saathi.test/back' }
  answer(getSystemStatus, { underMaintenance: false, google: settings })
  await queryClient.refetchQueries(systemStatusQuery)
  await expect.element(google).toBeVisible()
})

test('[ACC-01] any non-empty password is sent; an empty one is not', async () => {
  answerHub()
  const { inputs } = answer(signIn, signedInReply)
  const { screen, fillAndSend } = await showSignIn()
  await fillAndSend('asha@saathi.example', '')
  await expect.element(screen.getByText('Please enter your password.')).toBeVisible()
  expect(inputs).toEqual([])
  await fillAndSend('asha@saathi.example', ' ')
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  expect(inputs).toHaveLength(1)
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

const useGoogle =
  'Our records say that you have signed up for our app via Google login authentication. Please use the Sign-in via Google option'

describe('[ACC-03] the account check before the sign-in', () => {
  test('asks people with a Google account to use Google, and sends no password', async () => {
    const checked = answer(accountExists, ({ body }) => ({ userExist: body.provider === 'google' }))
    const tried = answer(signIn, signedInReply)
    const { screen, password, fillAndSend } = await showSignIn()
    await fillAndSend(' GITA@saathi.example', 'Saathi@2026')
    await expect.element(screen.getByRole('alert')).toHaveTextContent(useGoogle)
    await expect.element(password).toHaveValue('Saathi@2026')
    expect(checked.inputs).toEqual([{ body: { email: 'gita@saathi.example', provider: 'google' } }])
    expect(tried.inputs).toEqual([])
  })

  test.each([
    ['is refused as one too many', refuse('core.too_many', 429)],
    ['fails on the server', refuse('core.broken', 500)],
    ['gets no answer', 'network' as const],
  ])('does not prevent the sign-in when it %s', async (_, failure) => {
    answerHub()
    answer(accountExists, failure)
    answer(signIn, signedInReply)
    const { screen, fillAndSend } = await showSignIn()
    await fillAndSend('asha@saathi.example', 'Saathi@2026')
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })
})

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
    ['accounts.user_not_found', 401, 'We could not find an account with this e-mail. You can create one below.'],
    ['accounts.user_disabled', 403, 'The words of the server.'],
    ['core.bad_input', 400, 'The words of the server.'],
    ['core.broken', 500, 'We could not sign you in just now. Please try again in a little while.'],
  ])('[ACC-04] %s (%i) shows its text and keeps the inputs', expectWords)

  test('[ACC-03] asks people with a Google account to use Google, even if the first check failed', () =>
    expectWords('accounts.use_google', 409, useGoogle))

  test('[ACC-05] of a blocked account shows the temporarily-disabled message and a link to a new password', async () => {
    answer(signIn, refuse('accounts.blocked_for_an_hour', 429, 'No.', { retryAfterSeconds: 3600 }))
    const { screen, fillAndSend } = await showSignIn()
    await fillAndSend('Asha@saathi.example', 'Saathi@2026')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Access to this account has been temporarily disabled/)
    const link = screen.getByRole('link', { name: 'Choose a new password' })
    await expect.element(link).toHaveAttribute('href', '/resetpassword?email=asha%40saathi.example')
  })

  test('[ACC-07] with several server messages shows one per line', async () => {
    const messages = { nonFieldErrors: ['The first.', 'The second.'] }
    answer(signIn, refuse('core.forbidden', 403, 'No.', messages))
    const { screen, fillAndSend } = await showSignIn()
    await fillAndSend('asha@saathi.example', 'Saathi@2026')
    await expect.poll(() => screen.getByRole('alert').element().textContent).toBe('The first.\nThe second.')
  })

  test('[ACC-06] of an unverified e-mail says that it is not verified', () =>
    expectWords('accounts.email_not_verified', 403, 'Email Not Verified'))

  test('[ACC-06] of an unverified e-mail offers another link', async () => {
    answer(signIn, refuse('accounts.email_not_verified', 403))
    const { inputs } = answer(sendVerification, { message: 'Sent.' })
    const { screen, fillAndSend } = await showSignIn()
    await fillAndSend('nisha@saathi.example', 'Saathi@2026')
    await screen.getByRole('button', { name: 'Send the link again' }).click()
    await expect.element(screen.getByText(/we have sent a new link/)).toBeVisible()
    expect(inputs).toEqual([{ body: { email: 'nisha@saathi.example' } }])
  })

  test('[NAV-11] shows an error if another link cannot be sent, and can be retried', async () => {
    answer(signIn, refuse('accounts.email_not_verified', 403))
    answer(sendVerification, 'network')
    const { screen, fillAndSend } = await showSignIn()
    await fillAndSend('nisha@saathi.example', 'Saathi@2026')
    await screen.getByRole('button', { name: 'Send the link again' }).click()
    await expect.element(screen.getByText(/We could not reach Saathi/)).toBeVisible()
    answer(sendVerification, { message: 'Sent.' })
    await screen.getByRole('button', { name: 'Send the link again' }).click()
    await expect.element(screen.getByText(/we have sent a new link/)).toBeVisible()
  })

  test('[ACC-07] shows the server’s own message unchanged', () =>
    expectWords('accounts.user_disabled', 403, 'The words of the server.'))

  test('[NAV-11] of too many tries shows the page’s translated text', () =>
    expectWords('core.too_many', 429, 'That was a little too fast. Please wait a moment and try again.'))

  test('[NAV-11] without a reply shows the network text, keeps the inputs, and a second try works', async () => {
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

test('[NAV-11] a signed-in person whose profile cannot be loaded gets an error page whose retry goes to the requested page', async () => {
  answer(getProfile, 'network')
  answer(signIn, signedInReply)
  const { screen, fillAndSend } = await showSignIn(`/signin?${new URLSearchParams({ redirectUri: '/internship' })}`)
  await fillAndSend('asha@saathi.example', 'Saathi@2026')
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  expect(screen.getByText(/We could not sign you in/).elements()).toEqual([])
  answer(getProfile, makeProfile())
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/internship')
})

test('while signing in the button says so and a second press sends nothing', async () => {
  const { inputs } = answer(signIn, 'hang')
  const { screen, password, fillAndSend } = await showSignIn()
  await fillAndSend('asha@saathi.example', 'Saathi@2026')
  const busy = screen.getByRole('button', { name: 'Signing in...' })
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
  await password.click()
  await userEvent.keyboard('{Enter}')
  expect(inputs).toHaveLength(1)
})

test('works with the keyboard alone: language, e-mail, password, Enter', async () => {
  answerHub()
  answer(signIn, signedInReply)
  const { screen, email, password } = await showSignIn()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('combobox', { name: 'Language' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('asha@saathi.example{Tab}')
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('Saathi@2026{Enter}')
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
})

test('after the password come its switch and the link for those who forgot it', async () => {
  const { screen, password } = await showSignIn()
  await password.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Show password' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  const forgot = screen.getByRole('link', { name: 'Forgot password?' })
  await expect.element(forgot).toHaveFocus()
  expect(forgot.element().getBoundingClientRect().bottom).toBeLessThan(password.element().getBoundingClientRect().top)
})

test.each([600, 768, 899])('at %i px the picture shows both companions whole', async (width) => {
  await page.viewport(width, 1024)
  await showSignIn()
  const drawing = document.querySelector<HTMLImageElement>('main section img')
  if (!drawing) throw new Error('There is no picture')
  // Where the companions are in the drawing, which is 640 by 560.
  const [top, bottom] = [280, 442]
  const scale = drawing.clientWidth / 640
  const share = Number.parseFloat(getComputedStyle(drawing).objectPosition.split(' ')[1] ?? '') / 100
  const first = ((560 * scale - drawing.clientHeight) * share) / scale
  expect(first).toBeLessThanOrEqual(top)
  expect(first + drawing.clientHeight / scale).toBeGreaterThanOrEqual(bottom)
})

test('password managers find their fields', async () => {
  const { email, password } = await showSignIn()
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
})

test('the typed e-mail is passed on to the password reset', async () => {
  const { screen, email } = await showSignIn()
  await email.fill('asha@saathi.example')
  await screen.getByRole('link', { name: 'Forgot password?' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect.element(email).toHaveValue('asha@saathi.example')
  expect(screen.pathNow()).toBe('/resetpassword')
})

test('the password can be shown and hidden', async () => {
  const { screen, password } = await showSignIn()
  await password.fill('Saathi@2026')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await screen.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('[NAV-06] choosing a language changes every text at once and is stored', async () => {
  const { screen } = await showSignIn()
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('hi')
  await expect.element(screen.getByRole('heading', { name: 'फिर से स्वागत है' })).toBeVisible()
  expect(document.documentElement.lang).toBe('hi')
  expect(localStorage.getItem('saathi.language')).toBe('hi')
})

test('[ACC-28] under maintenance its screen replaces the form, and disappears without a reload', async () => {
  answer(getSystemStatus, { underMaintenance: true, google: null })
  const screen = await showApp({ path: '/signin' })
  await expect.element(screen.getByRole('heading', { name: 'We are fixing a few things' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'E-mail' }).elements()).toEqual([])
  answer(getSystemStatus, { underMaintenance: false, google: null })
  await queryClient.refetchQueries(systemStatusQuery)
  await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
})

test.each(['/signin', '/signin?redirectUri=%2Flearninghub'])(
  '[ACC-28] under maintenance staff still find the form, from %s',
  async (path) => {
    answer(getSystemStatus, { underMaintenance: true, google: null })
    const screen = await showApp({ path })
    await screen.getByRole('link', { name: 'Staff sign-in' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
    expect(new URLSearchParams(screen.pathNow().split('?')[1]).get('staff')).toBe('1')
  },
)

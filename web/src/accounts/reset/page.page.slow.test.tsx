import { getProfile } from '@saathi/contract/accounts/calls'
import { accountExists, confirmOtp, confirmPassword, resetPassword } from '@saathi/contract/accounts/code-calls'
import { getSystemStatus, signIn } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import {
  codeRequested,
  codeField,
  continueButton,
  resetSignUp,
  goodPassword,
  reloadPage,
  press,
  type Screen,
} from '../auth.fake.ts'

const address = 'asha@saathi.example'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer(accountExists, ({ body }) => ({ userExist: body.provider === 'normal' }))
})
afterEach(() => {
  resetSignUp()
  vi.restoreAllMocks()
})

const emailField = (screen: Screen) => screen.getByRole('textbox', { name: 'E-mail' })
const sendButton = (screen: Screen) => screen.getByRole('button', { name: 'Send code' })

async function showCodeStep() {
  const sent = answer(resetPassword, codeRequested)
  const screen = await showApp({ path: `/resetpassword?email=${encodeURIComponent(address)}` })
  await sendButton(screen).click()
  await expect.element(codeField(screen)).toBeVisible()
  return { screen, sent }
}

async function showPasswordStep() {
  const { screen } = await showCodeStep()
  const checked = answer(confirmOtp, { message: 'Right.' })
  await codeField(screen).fill('k7p2mq')
  await continueButton(screen).click()
  const password = screen.getByLabelText('New password')
  await expect.element(password).toBeVisible()
  async function choose(word: string) {
    await password.fill(word)
    await screen.getByLabelText('Confirm password').fill(word)
    await press('{Enter}')
  }
  return { screen, checked, password, choose }
}

describe('the e-mail', () => {
  test('[ACC-22] is prefilled from ?email= and removed from the address bar', async () => {
    const screen = await showApp({ path: '/resetpassword?email=asha%40saathi.example' })
    await expect.element(emailField(screen)).toHaveValue(address)
    expect(screen.pathNow()).toBe('/resetpassword')
  })

  test('[ACC-22] is checked for both providers before the code is requested', async () => {
    const known = answer(accountExists, ({ body }) => ({ userExist: body.provider === 'normal' }))
    const { screen, sent } = await showCodeStep()
    await expect.element(screen.getByRole('heading', { name: 'Enter the 6-character code' })).toBeVisible()
    expect(known.inputs.map(({ body }) => body)).toEqual([
      { email: address, provider: 'google' },
      { email: address, provider: 'normal' },
    ])
    expect(sent.inputs).toEqual([{ body: { email: address } }])
  })

  test.each([
    ['is unknown', { userExist: false }],
    ['cannot be looked up', refuse('core.broken', 500)],
    ['is checked too often', refuse('core.too_many', 429)],
    ['gets no answer', 'network' as const],
  ])("[ACC-22] of an account that %s shows 'Account with this email does not exist'", async (_, reply) => {
    answer(accountExists, reply)
    const { inputs } = answer(resetPassword, codeRequested)
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill(' ASHA@saathi.example')
    await sendButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Account with this email does not exist')
    await expect.element(emailField(screen)).toHaveValue('ASHA@saathi.example')
    expect(inputs).toEqual([])
  })

  test('[NAV-11] check without a reply shows the network text', async () => {
    answer(accountExists, 'network')
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill(address)
    await sendButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not reach Saathi.')
  })

  test('of a Google account shows that Google must be used, and no code is sent', async () => {
    answer(accountExists, { userExist: true })
    const { inputs } = answer(resetPassword, codeRequested)
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill('gita@saathi.example')
    await press('{Enter}')
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Please use the Sign-in via Google option')
    expect(inputs).toEqual([])
  })

  test("[ACC-22] joins errors of the reply with ' AND '", async () => {
    answer(resetPassword, { message: '', errors: ['One fault', 'another'], resendAfterSeconds: 0 })
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill(address)
    await sendButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('One fault AND another')
  })

  test("[ACC-22] joins errors of a refusal with ' AND ' too", async () => {
    answer(resetPassword, refuse('core.bad_input', 400, 'No.', { errors: { email: ['too long', 'too odd'] } }))
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill(address)
    await sendButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('too long AND too odd')
  })

  test.each([
    ['no answer', 'network' as const, 'We could not reach Saathi.'],
    ['a refusal without words', refuse('core.broken', 500, ''), 'Something went wrong on our side.'],
    ['a refusal of any call', refuse('core.too_many', 429, 'Too many requests.'), 'That was a little too fast.'],
    ['too many codes', refuse('accounts.too_many_codes', 429, 'Please try again later.'), 'Please try again later.'],
  ])('[NAV-11] shows a text if the code cannot be sent, and a second try works: %s', async (_, failure, words) => {
    answer(resetPassword, failure)
    const screen = await showApp({ path: '/resetpassword' })
    await emailField(screen).fill(address)
    await sendButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(words)
    answer(resetPassword, codeRequested)
    await sendButton(screen).click()
    await expect.element(codeField(screen)).toBeVisible()
  })
})

describe('the code', () => {
  test('[ACC-23] has six characters of any kind, shown as capitals; Continue waits for all', async () => {
    const { inputs } = answer(confirmOtp, { message: 'Right.' })
    const { screen } = await showCodeStep()
    await press('k7 p2m')
    await expect.element(codeField(screen)).toHaveValue('K7P2M')
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(continueButton(screen)).toHaveAccessibleDescription('Enter all six characters to continue.')
    await press('q9{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    expect(inputs).toEqual([{ body: { email: address, otp: 'K7P2MQ' } }])
  })

  test('[ACC-23] that is wrong shows the server’s message', async () => {
    answer(confirmOtp, refuse('accounts.wrong_code', 400, 'This code is not right.'))
    const { screen } = await showCodeStep()
    await codeField(screen).fill('AAAAA2')
    await continueButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('This code is not right.')
  })

  test('step keeps the address and the countdown after a reload', async () => {
    const { screen } = await showCodeStep()
    const reloaded = await reloadPage(screen)
    await expect.element(reloaded.getByText(address)).toBeVisible()
    await expect.element(reloaded.getByRole('timer')).toMatchTextContent(/New code in (2:00|1:5\d)/)
  })
})

describe('the new password', () => {
  function answerHub() {
    answer(getProfile, makeProfile())
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
  }

  test('[ACC-23] must satisfy the rules and match its confirmation, or Continue stays disabled', async () => {
    const { inputs } = answer(confirmPassword, { message: 'Set.', provider: 'normal' })
    const { screen, choose } = await showPasswordStep()
    await choose('saathi@2026')
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    await screen.getByLabelText('New password').fill(goodPassword)
    await expect.element(screen.getByText("Passwords don't match")).toBeVisible()
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    expect(inputs).toEqual([])
  })

  test('[ACC-23] signs the person in', async () => {
    answerHub()
    const set = answer(confirmPassword, { message: 'Set.', provider: 'normal' })
    const entered = answer(signIn, signedInReply)
    const { screen, choose } = await showPasswordStep()
    await choose(goodPassword)
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(set.inputs).toEqual([
      { body: { email: address, otp: 'K7P2MQ', password: goodPassword, confirmPassword: goodPassword } },
    ])
    expect(entered.inputs).toEqual([{ body: { email: address, password: goodPassword } }])
  })

  test('[ACC-23] is reported as easy to guess while typing, and not sent', async () => {
    const set = answer(confirmPassword, 'hang')
    const { screen, choose } = await showPasswordStep()
    await choose('Welcome@2026')
    const missing = screen.getByRole('listitem').filter({ hasText: 'still missing' })
    await expect.element(missing).toMatchTextContent('hard to guess')
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    expect(set.inputs).toEqual([])
  })

  test('[ACC-23] is not set for a Google user, who can continue with Google', async () => {
    answer(getSystemStatus, {
      underMaintenance: false,
      google: { clientId: 'saathi', authorizationUrl: 'https://google.test/', redirectUri: 'https://saathi.test/back' },
    })
    answer(confirmPassword, { message: 'Not needed.', provider: 'google' })
    const { screen, choose } = await showPasswordStep()
    await choose(goodPassword)
    await expect.element(screen.getByText(/Please use the Sign-in via Google option/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  })

  test.each([
    ['core.broken', 500, 'No.', 'Your new password could not be saved. Please try again.'],
    ['accounts.common_password', 422, 'This password is easy to guess.', 'This password is easy to guess.'],
  ])(
    '[ACC-23] that fails (%s, %i) is logged and shown in place, and the screen stays usable',
    async (code, status, message, says) => {
      answerHub()
      answer(confirmPassword, refuse(code, status, message))
      const { screen, password, choose } = await showPasswordStep()
      await choose(goodPassword)
      await expect.element(screen.getByText(says)).toBeVisible()
      expect(screen.getByRole('alert').elements()).toEqual([])
      expect(vi.mocked(console.warn)).toHaveBeenCalledWith('The new password could not be set.', expect.anything())
      await expect.element(password).toHaveValue(goodPassword)
      answer(confirmPassword, { message: 'Set.', provider: 'normal' })
      answer(signIn, signedInReply)
      await continueButton(screen).click()
      await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    },
  )

  test('with an expired code leads to a new one', async () => {
    answer(confirmPassword, refuse('accounts.code_over', 410, 'This code no longer works.'))
    const { screen, choose } = await showPasswordStep()
    await choose(goodPassword)
    await expect.element(screen.getByText('This code no longer works.')).toBeVisible()
    await screen.getByRole('button', { name: 'Get a new code' }).click()
    await expect.element(emailField(screen)).toHaveValue(address)
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('is reported as saved even if signing in fails', async () => {
    answer(confirmPassword, { message: 'Set.', provider: 'normal' })
    answer(signIn, 'network')
    const { screen, choose } = await showPasswordStep()
    await choose(goodPassword)
    await expect.element(screen.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  })

  test('needs the code again after a reload', async () => {
    answerHub()
    const { screen } = await showPasswordStep()
    const reloaded = await reloadPage(screen)
    await expect.element(reloaded.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    const { inputs } = answer(confirmPassword, { message: 'Set.', provider: 'normal' })
    answer(signIn, signedInReply)
    await codeField(reloaded).fill('k7p2mq')
    await reloaded.getByLabelText('New password').fill(goodPassword)
    await reloaded.getByLabelText('Confirm password').fill(goodPassword)
    await continueButton(reloaded).click()
    await expect.poll(() => reloaded.pathNow()).toBe('/learninghub')
    expect(inputs[0]?.body.otp).toBe('K7P2MQ')
  })
})

import { getProfile } from '@saathi/contract/accounts/calls'
import { confirmPassword, sendOtp, verifyEmail, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import {
  address,
  codeRequested,
  codeField,
  continueButton,
  resetSignUp,
  goodPassword,
  reloadPage,
  press,
  showCodeStep,
  showPasswordStep,
} from '../auth.fake.ts'

afterEach(resetSignUp)

const serverError = 'Error while communicating with server. Please try again later or check your network configuration.'

async function showEmailStep() {
  const screen = await showApp({ path: '/emailverify' })
  const email = screen.getByRole('textbox', { name: 'E-mail' })
  const send = screen.getByRole('button', { name: 'SEND OTP' })
  await expect.element(send).toBeVisible()
  return { screen, email, send }
}

describe('the e-mail', () => {
  test('[ACC-10] is sent with SEND OTP, requesting six digits, and the code step follows', async () => {
    const { screen, sent } = await showCodeStep()
    await expect.element(screen.getByRole('heading', { name: 'Enter the 6-digit code' })).toBeVisible()
    await expect.element(screen.getByText(address)).toBeVisible()
    expect(sent.inputs).toEqual([{ body: { email: address, numOtp: 6 } }])
  })

  test('[ACC-02] is trimmed and lower-cased, and a malformed address sends nothing', async () => {
    const { inputs } = answer(sendOtp, codeRequested)
    const { screen, email, send } = await showEmailStep()
    await email.fill('tara@')
    await send.click()
    await expect.element(email).toHaveAttribute('aria-invalid', 'true')
    await expect.element(email).toHaveFocus()
    expect(inputs).toEqual([])
    await email.fill('  TARA@College.test ')
    await press('{Enter}')
    await expect.element(codeField(screen)).toBeVisible()
    expect(inputs).toEqual([{ body: { email: address, numOtp: 6 } }])
  })

  test('[ACC-10] that has signed up is refused with links to sign in and to reset', async () => {
    answer(sendOtp, refuse('accounts.already_signed_up', 406))
    const { screen, email, send } = await showEmailStep()
    await email.fill(address)
    await send.click()
    const note = screen.getByRole('alert')
    await expect.element(note).toMatchTextContent('e-mail already signed up, please log in or reset password')
    await expect
      .element(note.getByRole('link', { name: 'Reset password' }))
      .toHaveAttribute('href', '/resetpassword?email=tara%40college.test')
    await expect.element(email).toHaveValue(address)
  })

  test.each([
    ['400', refuse('core.bad_input', 400)],
    ['401', refuse('core.signed_out', 401)],
    ['403', refuse('core.forbidden', 403)],
    ['404', refuse('core.not_found', 404)],
    ['409', refuse('core.conflict', 409)],
    ['429', refuse('accounts.too_many_codes', 429)],
    ['500', refuse('core.broken', 500)],
    ['no answer', 'network' as const],
  ])('[ACC-10] shows the specified text for any other failure, and the button works again: %s', async (_, failure) => {
    answer(sendOtp, failure)
    const { screen, email, send } = await showEmailStep()
    await email.fill(address)
    await send.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(serverError)
    await expect.element(email).toHaveValue(address)
    answer(sendOtp, codeRequested)
    await send.click()
    await expect.element(codeField(screen)).toBeVisible()
  })

  test('with a code already sent goes to the code step with the time left', async () => {
    answer(sendOtp, refuse('accounts.code_too_soon', 429, 'No.', { retryAfterSeconds: 74 }))
    const { screen, email, send } = await showEmailStep()
    await email.fill(address)
    await send.click()
    await expect.element(screen.getByText('We sent you a code a moment ago. Please use that one.')).toBeVisible()
    await expect.element(screen.getByRole('timer')).toMatchTextContent(/New code in 1:1[34]/)
  })
})

describe('the code', () => {
  test('[ACC-11] keeps Continue disabled under six digits, with a reason', async () => {
    const checked = answer(verifyOtp, { message: 'Right.' })
    const { screen } = await showCodeStep()
    await expect.element(codeField(screen)).toHaveFocus()
    await press('48a29 1')
    await expect.element(codeField(screen)).toHaveValue('48291')
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(continueButton(screen)).toHaveAccessibleDescription('Enter all six digits to continue.')
    await press('{Enter}')
    expect(checked.inputs).toEqual([])
    await press('3{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
    expect(checked.inputs).toEqual([{ body: { email: address, otp: '482913' } }])
  })

  test('[ACC-11] can be requested again only when the countdown ends', async () => {
    const now = vi.spyOn(Date, 'now')
    const start = Date.now()
    const { screen, sent } = await showCodeStep()
    const resend = screen.getByRole('button', { name: 'Resend' })
    await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
    await expect.element(resend).toHaveAccessibleDescription(/New code in (2:00|1:5\d)/)
    now.mockReturnValue(start + 130_000)
    await expect.element(screen.getByText('You can ask for a new code now.')).toBeVisible()
    await expect.element(resend).not.toHaveAttribute('aria-disabled')
    await codeField(screen).fill('111111')
    await resend.click()
    await expect.element(screen.getByText('A new code is on its way to you.')).toBeVisible()
    await expect.element(codeField(screen)).toHaveValue('')
    await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
    expect(sent.inputs).toHaveLength(2)
    now.mockRestore()
  })

  test('[ACC-11] keeps its countdown after a reload, and nothing secret is stored', async () => {
    const { screen } = await showCodeStep()
    await codeField(screen).fill('482913')
    const again = await reloadPage(screen)
    await expect.element(again.getByRole('timer')).toMatchTextContent(/New code in (2:00|1:5\d)/)
    await expect.element(again.getByText(address)).toBeVisible()
    await expect.element(codeField(again)).toHaveValue('')
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('482913')
  })

  test('[ACC-12] that is wrong or expired shows the server’s message', async () => {
    answer(verifyOtp, refuse('accounts.wrong_code', 400, 'This code is not right.'))
    const { screen } = await showCodeStep()
    await codeField(screen).fill('111111')
    await continueButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('This code is not right.')
    await expect.element(codeField(screen)).toHaveValue('111111')
    await expect.element(codeField(screen)).toHaveFocus()
    await expect.element(continueButton(screen)).not.toHaveAttribute('aria-disabled')
  })

  test('[NAV-11] that could not be checked shows the page’s translated text', async () => {
    answer(verifyOtp, refuse('core.too_many', 429, 'Too many requests. Please wait a moment.'))
    const { screen } = await showCodeStep()
    await codeField(screen).fill('111111')
    await continueButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('That was a little too fast.')
    expect(screen.getByText(/Too many requests/).elements()).toEqual([])
  })

  test.each([
    ['a refusal without words', refuse('accounts.code_over', 410, '')],
    ['no answer', 'network' as const],
  ])("[ACC-12] shows 'Something went wrong.' if the server gives no message: %s", async (_, failure) => {
    answer(verifyOtp, failure)
    const { screen } = await showCodeStep()
    await codeField(screen).fill('111111')
    await continueButton(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Something went wrong.')
  })

  test('sent again replaces the note about the earlier one', async () => {
    const now = vi.spyOn(Date, 'now')
    const start = Date.now()
    answer(sendOtp, refuse('accounts.code_too_soon', 429, 'No.', { retryAfterSeconds: 74 }))
    const { screen, email, send } = await showEmailStep()
    await email.fill(address)
    await send.click()
    await expect.element(screen.getByText(/We sent you a code a moment ago/)).toBeVisible()
    now.mockReturnValue(start + 130_000)
    answer(sendOtp, codeRequested)
    await screen.getByRole('button', { name: 'Resend' }).click()
    await expect.element(screen.getByText('A new code is on its way to you.')).toBeVisible()
    expect(screen.getByText(/We sent you a code a moment ago/).elements()).toEqual([])
    now.mockRestore()
  })

  test('that cannot be sent again shows an error', async () => {
    const now = vi.spyOn(Date, 'now')
    const start = Date.now()
    const { screen } = await showCodeStep()
    now.mockReturnValue(start + 130_000)
    await expect.element(screen.getByText('You can ask for a new code now.')).toBeVisible()
    answer(sendOtp, 'network')
    await screen.getByRole('button', { name: 'Resend' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(serverError)
    now.mockRestore()
  })

  test('step goes back to the e-mail with the arrow and the browser, and the value is kept', async () => {
    const { screen } = await showCodeStep()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue(address)
    screen.router.history.forward()
    await expect.element(codeField(screen)).toBeVisible()
    screen.router.history.back()
    await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue(address)
  })

  test.each(['code', 'password'])('step %s cannot be opened first', async (step) => {
    const screen = await showApp({ path: `/emailverify?step=${step}` })
    await expect.element(screen.getByRole('button', { name: 'SEND OTP' })).toBeVisible()
    expect(screen.pathNow()).toBe('/emailverify')
  })
})

describe('the password', () => {
  test.each([
    ['Sa@2026', '8 characters or more'],
    ['SAATHI@2026', 'a small letter'],
    ['saathi@2026', 'a capital letter'],
    ['Saathi@two', 'a number'],
    ['Saathi2026', 'a special character, such as ! or @'],
    ['Welcome@2026', 'hard to guess: not a common word, your name or your e-mail'],
    ['Tara@2026', 'hard to guess: not a common word, your name or your e-mail'],
  ])('[ACC-13] %s lacks %s: the rule is shown, and Submit stays disabled', async (word, rule) => {
    const { screen, password, again, submit } = await showPasswordStep()
    await password.fill(word)
    await again.fill(word)
    const missing = screen.getByRole('listitem').filter({ hasText: 'still missing' })
    await expect.element(missing).toMatchTextContent(rule)
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
    await expect.element(submit).toHaveAccessibleDescription('Meet all the rules above and type the same password twice.')
    await press('{Enter}')
    expect(screen.pathNow()).toBe('/emailverify?step=password')
  })

  test('[ACC-13] that differs from its confirmation is refused, and Submit stays disabled until they match', async () => {
    const { screen, password, again, submit } = await showPasswordStep()
    await password.fill(goodPassword)
    await again.fill('Saathi@2027')
    await expect.element(screen.getByRole('alert')).toMatchTextContent("Passwords don't match")
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
    await again.fill(goodPassword)
    await expect.element(screen.getByText("Passwords don't match")).not.toBeInTheDocument()
    await submit.click()
    await expect.poll(() => screen.pathNow()).toBe('/signup')
  })

  test('confirmation shows no error for a matching prefix while typing', async () => {
    const { screen, password, again } = await showPasswordStep()
    await password.fill(goodPassword)
    await again.click()
    await press('Saathi')
    expect(screen.getByText("Passwords don't match").elements()).toEqual([])
    await press('{Tab}')
    await expect.element(screen.getByText("Passwords don't match")).toBeVisible()
  })

  test('fields contain the address, for password managers', async () => {
    const { password, again } = await showPasswordStep()
    await expect.element(password).toHaveAttribute('autocomplete', 'new-password')
    await expect.element(again).toHaveAttribute('autocomplete', 'new-password')
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(address)
  })

  test('must be chosen again after a reload, with the code', async () => {
    const { screen, password, again, submit } = await showPasswordStep()
    await password.fill(goodPassword)
    await again.fill(goodPassword)
    await submit.click()
    await expect.element(screen.getByRole('heading', { name: 'I am a Mentee or Mentor' })).toBeVisible()
    const reloaded = await reloadPage(screen)
    await expect.element(reloaded.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
    expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/482913|Saathi@2026/)
    await reloaded.getByLabelText('Password', { exact: true }).fill(goodPassword)
    await reloaded.getByLabelText('Confirm password').fill(goodPassword)
    await expect.element(reloaded.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
    answer(verifyOtp, refuse('accounts.code_over', 410, 'This code no longer works.'))
    await codeField(reloaded).fill('482913')
    await reloaded.getByRole('button', { name: 'Submit' }).click()
    await expect.element(reloaded.getByText('This code no longer works.')).toBeVisible()
    await reloaded.getByRole('button', { name: 'Get a new code' }).click()
    await expect.element(reloaded.getByRole('textbox', { name: 'E-mail' })).toHaveValue(address)
    // Back goes to the page before signing up, not to the step with the expired code.
    await reloaded.getByRole('button', { name: 'Back' }).click()
    await expect.element(reloaded.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    reloaded.router.history.go(-2)
    await reloaded.getByLabelText('Password', { exact: true }).fill(goodPassword)
    await reloaded.getByLabelText('Confirm password').fill(goodPassword)
    await codeField(reloaded).fill('482913')
    const checked = answer(verifyOtp, { message: 'Right.' })
    await reloaded.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => reloaded.pathNow()).toBe('/signup')
    expect(checked.inputs).toEqual([{ body: { email: address, otp: '482913' } }])
  })
})

test('a signed-in person is redirected at once, not after the last step of signing up', async () => {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  const screen = await showApp({ path: '/emailverify', profile: makeProfile() })
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
})

describe('[ACC-29] a mailed link', () => {
  const open = () => showApp({ path: '/emailverify?token=abc123' })

  test('verifies the address once, leaves the address bar, and links to the sign-in', async () => {
    const { inputs } = answer(verifyEmail, { email: address, needsPassword: false })
    const screen = await open()
    await expect.element(screen.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    await expect.element(screen.getByText(`${address} is yours. You can sign in now.`)).toBeVisible()
    expect(screen.pathNow()).toBe('/emailverify')
    expect(inputs).toEqual([{ body: { token: 'abc123' } }])
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  })

  test('is checked even if someone is signed in: the invitation may be for another person', async () => {
    answer(verifyEmail, { email: address, needsPassword: true })
    const screen = await showApp({ path: '/emailverify?token=abc123', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
  })

  test('lets someone added by staff set a password at once, and signs them in', async () => {
    answer(verifyEmail, { email: address, needsPassword: true, code: 'K7P2MQ' })
    const { inputs } = answer(confirmPassword, { message: 'Saved.', provider: 'normal' })
    answer(signIn, signedInReply)
    answer(getProfile, makeProfile())
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const screen = await open()
    await screen.getByLabelText('New password').fill(goodPassword)
    await screen.getByLabelText('Confirm password').fill(goodPassword)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toEqual([{ body: { email: address, otp: 'K7P2MQ', password: goodPassword, confirmPassword: goodPassword } }])
  })

  test('links to choosing a password if none exists and a code was mailed a moment ago', async () => {
    answer(verifyEmail, { email: address, needsPassword: true })
    const screen = await open()
    await screen.getByRole('link', { name: 'Choose your password' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue(address)
  })

  test.each([
    ['accounts.link_used', 409, 'This link was already used'],
    ['accounts.link_over', 410, 'This link has expired'],
    ['accounts.link_unknown', 404, 'We do not know this link'],
  ])('refused with %s (%i) shows: %s', async (code, status, title) => {
    answer(verifyEmail, refuse(code, status))
    const screen = await open()
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
    // An invited person has no password to sign in with.
    await expect.element(screen.getByText(/If you have no password yet, choose one/)).toBeVisible()
    await screen.getByRole('link', { name: 'Choose your password' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
})

test.each([
  ['core.bad_input', 400, 'We could not understand that.'],
  ['core.forbidden', 403, 'This part of Saathi is not open to you.'],
  ['core.conflict', 409, 'Someone else changed this at the same time.'],
  ['core.broken', 500, 'Something went wrong on our side.'],
])('[NAV-11] a link that could not be checked (%s, %i) shows an error and can be retried', async (code, status, words) => {
  answer(verifyEmail, refuse(code, status))
  const screen = await showApp({ path: '/emailverify?token=abc123' })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words)
  answer(verifyEmail, { email: address, needsPassword: false })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
})

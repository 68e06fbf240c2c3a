import { sendOtp, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, showApp } from '../../test/harness.tsx'
import { forgetSignUp, keepDraft, keepPass, signUpDraft, type SignUpDraft } from './sign-up-pass.ts'

export const asked = { message: 'Sent.', errors: [], resendAfterSeconds: 120 }
export const goodPassword = 'Saathi@2026'
export const address = 'tara@college.test'

/** What one page leaves in memory must not be there for the next test. */
export const forgetWayIn = forgetSignUp

export type Screen = Awaited<ReturnType<typeof showApp>>

export const codeField = (screen: Screen) => screen.getByRole('textbox', { name: 'One-time code' })
export const continueButton = (screen: Screen) => screen.getByRole('button', { name: 'Continue' })

/** The first step of signing up, done; the code is awaited. */
export async function showCodeStep() {
  const sent = answer(sendOtp, asked)
  const screen = await showApp({ path: '/emailverify' })
  await screen.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await screen.getByRole('button', { name: 'SEND OTP' }).click()
  // Only then has the answer come, and with it the moment from which the next code can be had.
  await expect.element(codeField(screen)).toBeVisible()
  return { screen, sent }
}

/** The first two steps, done; the password is asked for. */
export async function showPasswordStep() {
  const { screen } = await showCodeStep()
  answer(verifyOtp, { message: 'Right.' })
  await codeField(screen).fill('482913')
  await continueButton(screen).click()
  const password = screen.getByLabelText('Password', { exact: true })
  const again = screen.getByLabelText('Confirm password')
  return { screen, password, again, submit: screen.getByRole('button', { name: 'Submit' }) }
}

/** As after a reload: what stands in the tab's storage stays, what stood in memory is gone. */
export async function openAnew(screen: Screen) {
  const path = screen.pathNow()
  await screen.unmount()
  forgetSignUp()
  return showApp({ path })
}

/** The sign-up pages, opened with a pass in hand. */
export function showSignUp(draft: Partial<SignUpDraft> = {}, path = '/signup') {
  keepPass({ provider: 'normal', email: address, otp: '482913', password: goodPassword })
  keepDraft({ ...signUpDraft(), ...draft })
  return showApp({ path })
}

export const press = (keys: string) => userEvent.keyboard(keys)

import { sendOtp, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, showApp } from '../../test/harness.tsx'
import { clearSignUp, setSignUpDraft, setSignUpPass, signUpDraft, type SignUpDraft } from './sign-up/pass.ts'

export const codeRequested = { message: 'Sent.', errors: [], resendAfterSeconds: 120 }
export const goodPassword = 'Saathi@2026'
export const address = 'tara@college.test'

/** Clears the in-memory state between tests. */
export const resetSignUp = clearSignUp

export type Screen = Awaited<ReturnType<typeof showApp>>

export const codeField = (screen: Screen) => screen.getByRole('textbox', { name: 'One-time code' })
export const continueButton = (screen: Screen) => screen.getByRole('button', { name: 'Continue' })

/** Completes the first step of signing up; the code step is shown. */
export async function showCodeStep() {
  const sent = answer(sendOtp, codeRequested)
  const screen = await showApp({ path: '/emailverify' })
  await screen.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await screen.getByRole('button', { name: 'SEND OTP' }).click()
  // Only now has the reply arrived, which sets the resend time.
  await expect.element(codeField(screen)).toBeVisible()
  return { screen, sent }
}

/** Completes the first two steps; the password step is shown. */
export async function showPasswordStep() {
  const { screen } = await showCodeStep()
  answer(verifyOtp, { message: 'Right.' })
  await codeField(screen).fill('482913')
  await continueButton(screen).click()
  const password = screen.getByLabelText('Password', { exact: true })
  const again = screen.getByLabelText('Confirm password')
  return { screen, password, again, submit: screen.getByRole('button', { name: 'Submit' }) }
}

/** Simulates a reload: session storage stays, memory is cleared. */
export async function reloadPage(screen: Screen) {
  const path = screen.pathNow()
  await screen.unmount()
  clearSignUp()
  return showApp({ path })
}

/** Opens the sign-up pages with a pass. */
export function showSignUp(draft: Partial<SignUpDraft> = {}, path = '/signup') {
  setSignUpPass({ provider: 'normal', email: address, otp: '482913', password: goodPassword })
  setSignUpDraft({ ...signUpDraft(), ...draft })
  return showApp({ path })
}

export const press = (keys: string) => userEvent.keyboard(keys)

import type { Destination, Visit } from '#core/domain-route.ts'
import { sessionNow } from '#core/session.ts'
import { readCodeProgress, type Purpose } from './code/progress.ts'
import { signUpDraft, signUpPass } from './sign-up/pass.ts'

// One chunk for all steps of signing up and resetting: they are always used together, and each separate chunk would add to the
// list the first page carries.
export { EmailVerifyPage } from './sign-up/email-verify-page.tsx'
export { ResendLink } from './code/resend-link.tsx'
export { ResetPage } from './reset/page.tsx'
export { SignUpPage } from './sign-up/page.tsx'
export { setSignUpPass } from './sign-up/pass.ts'

/** A step can be opened only after the ones before it. */
function redirectToOpenStep(path: string, purpose: Purpose, step: string | undefined): Destination | null {
  if (step !== 'code' && step !== 'password') return null
  const progress = readCodeProgress(purpose)
  if (!progress) return { href: path }
  return step === 'password' && !progress.isVerified ? { href: `${path}?step=code` } : null
}

/** Moves the token or address out of the URL, where it would be visible and stored. */
export function redirectFromEmailVerify({ search, state }: Visit): Destination | null {
  if (search['token']) return { href: '/emailverify', state: { token: search['token'] } }
  if ('token' in state) return null
  // Check before anything is typed: the last sign-up page would redirect anyway.
  if (sessionNow() === 'signedIn') return { href: '/' }
  return redirectToOpenStep('/emailverify', 'signUp', search['step'])
}

export function redirectFromReset({ search }: Visit): Destination | null {
  if (search['email'] !== undefined) return { href: '/resetpassword', state: { email: search['email'] } }
  return redirectToOpenStep('/resetpassword', 'reset', search['step'])
}

/** After a reload the password is gone and must be chosen again; the address is still verified. */
export function redirectFromSignUp({ search }: Visit): Destination | null {
  if (sessionNow() === 'signedIn') return { href: '/' }
  if (!signUpPass()) return { href: readCodeProgress('signUp')?.isVerified ? '/emailverify?step=password' : '/signin' }
  const { userType, accepted } = signUpDraft()
  const mayOpen: Record<string, boolean> = {
    declaration: userType !== null,
    details: userType !== null && accepted === userType,
  }
  const step = search['step'] ?? ''
  if (mayOpen[step] !== false) return null
  return { href: mayOpen['declaration'] ? '/signup?step=declaration' : '/signup' }
}

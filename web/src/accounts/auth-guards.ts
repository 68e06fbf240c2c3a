import type { Destination, Visit } from '#core/router/domain-route.ts'
import { sessionNow } from '#core/session.ts'
import { recallJourney, type Purpose } from './code-journey.ts'
import { signUpDraft, signUpPass } from './sign-up-pass.ts'

/** A step may be opened by whoever has done the ones before it. */
function stepBefore(path: string, purpose: Purpose, step: string | undefined): Destination | null {
  if (step !== 'code' && step !== 'password') return null
  const journey = recallJourney(purpose)
  if (!journey) return { href: path }
  return step === 'password' && !journey.isVerified ? { href: `${path}?step=code` } : null
}

/** What a mailed link or another page brings is taken out of the address, where it would be seen and kept. */
export function leadFromEmailVerify({ search, state }: Visit): Destination | null {
  if (search['token']) return { href: '/emailverify', state: { token: search['token'] } }
  if ('token' in state) return null
  // Before anything is typed: the last page of signing up would lead away too.
  if (sessionNow() === 'signedIn') return { href: '/' }
  return stepBefore('/emailverify', 'signUp', search['step'])
}

export function leadFromReset({ search }: Visit): Destination | null {
  if (search['email'] !== undefined) return { href: '/resetpassword', state: { email: search['email'] } }
  return stepBefore('/resetpassword', 'reset', search['step'])
}

/** After a reload the password is gone: it is chosen anew, on the address that is still verified. */
export function leadFromSignUp({ search }: Visit): Destination | null {
  if (sessionNow() === 'signedIn') return { href: '/' }
  if (!signUpPass()) return { href: recallJourney('signUp')?.isVerified ? '/emailverify?step=password' : '/signin' }
  const { userType, accepted } = signUpDraft()
  const mayOpen: Record<string, boolean> = {
    declaration: userType !== null,
    details: userType !== null && accepted === userType,
  }
  const step = search['step'] ?? ''
  if (mayOpen[step] !== false) return null
  return { href: mayOpen['declaration'] ? '/signup?step=declaration' : '/signup' }
}

import { getProfile } from '@saathi/contract/accounts/calls'
import { getSystemStatus, signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, makeProfile, showApp, signedInReply } from '../../../test/harness.tsx'
import { blockFiles } from '../../../test/block-files.ts'
import { resetSignUp } from '../auth.fake.ts'

const newcomer = { signUpToken: 'a.b.c', email: 'sana@gmail.example', firstName: 'Sana', lastName: 'Sheikh' }
const google = {
  clientId: 'client-of-saathi',
  authorizationUrl: 'https://accounts.google.example/auth',
  redirectUri: '/google-return.html',
}

/** Fake popup as seen by its opener: no test leaves this machine. */
const popup = { closed: false, close: () => {}, location: { replace: (href: string) => void (at = href) } }
let at = ''

beforeEach(() => {
  at = ''
  vi.stubGlobal('open', () => popup)
  answer(getSystemStatus, { underMaintenance: false, google })
})
afterEach(async () => {
  resetSignUp()
  await blockFiles()
})

async function signInWithPopup(screen: Awaited<ReturnType<typeof showApp>>) {
  at = ''
  await screen.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect.poll(() => at).not.toBe('')
  const state = new URL(at).searchParams.get('state') ?? ''
  new BroadcastChannel(`saathi.google.${state}`).postMessage({ state, idToken: 'head.claims.seal', error: null })
}

// Must run first: a module that has loaded once cannot fail any more.
test('[ACC-09] if the sign-up page fails to load, an error is shown and the person can try again', async () => {
  answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
  const screen = await showApp({ path: '/signin' })
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await blockFiles('auth-pages.ts')
  await signInWithPopup(screen)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not reach Saathi')
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).not.toHaveAttribute('aria-busy')
  await blockFiles()
  await signInWithPopup(screen)
  await expect.poll(() => screen.pathNow()).toBe('/signup')
})

test('[NAV-11] a signed-in Google user whose profile cannot be loaded gets an error page with a retry', async () => {
  answer(signInWithGoogle, signedInReply)
  answer(getProfile, 'network')
  const screen = await showApp({ path: `/signin?${new URLSearchParams({ redirectUri: '/internship' })}` })
  await signInWithPopup(screen)
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  answer(getProfile, makeProfile())
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/internship')
})

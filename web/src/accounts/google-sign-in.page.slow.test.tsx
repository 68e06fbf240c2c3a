import { getProfile } from '@saathi/contract/accounts/calls'
import { getSystemStatus, signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, makeProfile, showApp, signedInReply } from '../../test/harness.tsx'
import { loseFiles } from '../../test/lose-files.ts'
import { forgetWayIn } from './way-in.fake.ts'

const newcomer = { signUpToken: 'a.b.c', email: 'sana@gmail.example', firstName: 'Sana', lastName: 'Sheikh' }
const google = {
  clientId: 'client-of-saathi',
  authorizationUrl: 'https://accounts.google.example/auth',
  redirectUri: '/google-return.html',
}

/** The browser's window, as far as a page that opened it can see: no test leaves this machine. */
const popup = { closed: false, close: () => {}, location: { replace: (href: string) => void (at = href) } }
let at = ''

beforeEach(() => {
  at = ''
  vi.stubGlobal('open', () => popup)
  answer(getSystemStatus, { underMaintenance: false, google })
})
afterEach(async () => {
  forgetWayIn()
  await loseFiles()
})

async function comeByGoogle(screen: Awaited<ReturnType<typeof showApp>>) {
  at = ''
  await screen.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect.poll(() => at).not.toBe('')
  const state = new URL(at).searchParams.get('state') ?? ''
  new BroadcastChannel(`saathi.google.${state}`).postMessage({ state, idToken: 'head.claims.seal', error: null })
}

// First: a script that has come once cannot be lost any more.
test('[ACC-09] a newcomer whose next page does not come is told so, and can try again', async () => {
  answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
  const screen = await showApp({ path: '/signin' })
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await loseFiles('way-in-pages.ts')
  await comeByGoogle(screen)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not reach Saathi')
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).not.toHaveAttribute('aria-busy')
  await loseFiles()
  await comeByGoogle(screen)
  await expect.poll(() => screen.pathNow()).toBe('/signup')
})

test('[NAV-11] whoever Google let in and who cannot be read yet gets a page that says so, with a retry', async () => {
  answer(signInWithGoogle, signedInReply)
  answer(getProfile, 'network')
  const screen = await showApp({ path: `/signin?${new URLSearchParams({ redirectUri: '/internship' })}` })
  await comeByGoogle(screen)
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  answer(getProfile, makeProfile())
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/internship')
})

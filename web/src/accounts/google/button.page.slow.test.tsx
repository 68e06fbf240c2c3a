import { getProfile } from '@saathi/contract/accounts/calls'
import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { reportClientErrors } from '@saathi/contract/core/client-errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { sessionNow } from '#core/session.ts'
import { answer, makeProfile, refuse, show, signedInReply } from '../../../test/harness.tsx'
import { GoogleButton } from './sign-in.tsx'

const google = {
  clientId: 'client-of-saathi',
  authorizationUrl: 'https://accounts.google.example/auth',
  redirectUri: '/google-return.html',
}
const newcomer = { signUpToken: 'a.b.c', email: 'sana@gmail.example', firstName: 'Sana', lastName: 'Sheikh' }

/** A closed window is detected with a delay, and the machine may be busy. */
const patient = { timeout: 40_000 }

/** Fake popup as seen by its opener: no test leaves this machine. */
function fakePopup() {
  const popup = {
    closed: false,
    at: '',
    close: () => void (popup.closed = true),
    location: { replace: (href: string) => void (popup.at = href) },
  }
  return popup
}
let popups: ReturnType<typeof fakePopup>[]
const opened = vi.fn<(...args: unknown[]) => unknown>()

beforeEach(() => {
  popups = []
  opened.mockReset().mockImplementation(() => {
    popups.push(fakePopup())
    return popups.at(-1)
  })
  vi.stubGlobal('open', opened)
})
afterEach(() => vi.useRealTimers())

async function showButton(settings = google) {
  const events: unknown[] = []
  const screen = await show(
    <GoogleButton
      google={settings}
      onSignedIn={() => events.push('signed in')}
      onSignUpNeeded={(args) => void events.push(args)}
      onFailed={(text) => events.push(text)}
    />,
  )
  const button = screen.getByRole('button')
  await expect.element(button).toHaveAccessibleName('Sign in with Google')
  return { screen, button, events, results: () => events.filter((event) => event !== null) }
}

/** The URL parameters of the nth popup, once it has navigated. */
async function popupParams(n = 0): Promise<URLSearchParams> {
  await expect.poll(() => popups[n]?.at ?? '', patient).not.toBe('')
  return new URL(popups[n]?.at ?? '').searchParams
}

/** Does what the return page does in that window. */
async function returnWith(result: { idToken?: string; error?: string }, changes: { state?: string; n?: number } = {}) {
  const state = (await popupParams(changes.n)).get('state') ?? ''
  const channel = new BroadcastChannel(`saathi.google.${state}`)
  channel.postMessage({ idToken: null, error: null, ...result, state: changes.state ?? state })
  return channel
}

test('[ACC-08] a click opens the popup at once and sends it to Google with a fresh state and nonce', async () => {
  const { button } = await showButton()
  for (let n = 0; n < 2; n += 1) {
    await button.click()
    expect(opened).toHaveBeenCalledTimes(n + 1)
    await popupParams(n)
    popups[n]?.close()
    await expect.element(button, patient).not.toHaveAttribute('aria-busy')
  }
  expect(opened.mock.calls[0]).toEqual(['', 'saathi-google', expect.stringContaining('popup')])
  const params = await Promise.all([popupParams(0), popupParams(1)])
  for (const param of params) {
    expect(Object.fromEntries(param)).toEqual({
      client_id: 'client-of-saathi',
      response_type: 'id_token',
      scope: 'openid email profile',
      prompt: 'select_account',
      redirect_uri: `${location.origin}/google-return.html`,
      state: expect.stringMatching(/^[0-9a-f]{48}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{48}$/),
    })
  }
  const secrets = params.flatMap((param) => [param.get('state'), param.get('nonce')])
  expect(new Set(secrets).size).toBe(4)
})

test('[ACC-08] a stand-in on our own server is opened on this origin', async () => {
  const { button } = await showButton({ ...google, authorizationUrl: '/dev/google/auth' })
  await button.click()
  await popupParams()
  expect(popups[0]?.at).toMatch(new RegExp(`^${location.origin}/dev/google/auth\\?`))
})

test('[ACC-08] the token is sent to the server with the nonce, and a person with an account is signed in', async () => {
  answer(getProfile, makeProfile({ provider: 'google' }))
  const { inputs } = answer(signInWithGoogle, signedInReply)
  const { button, results } = await showButton()
  await button.click()
  await returnWith({ idToken: 'head.claims.seal' })
  await expect.poll(results, patient).toEqual(['signed in'])
  expect(inputs).toEqual([{ body: { idToken: 'head.claims.seal', nonce: (await popupParams()).get('nonce') } }])
  expect(sessionNow()).toBe('signedIn')
  expect(popups[0]?.closed).toBe(true)
})

test('[ACC-09] a person without an account is passed on with name, e-mail and sign-up token', async () => {
  answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
  const { button, results } = await showButton()
  await button.click()
  await returnWith({ idToken: 'head.claims.seal' })
  await expect.poll(results, patient).toEqual([newcomer])
  expect(sessionNow()).toBe('signedOut')
})

test('while waiting the button says so, and a second press opens nothing', async () => {
  const { screen, button } = await showButton()
  await button.click()
  await expect.element(screen.getByRole('button', { name: 'Waiting for Google...' })).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
})

describe('a failed attempt shows a text and can be retried if', () => {
  async function expectErrorAndRetry(
    button: Awaited<ReturnType<typeof showButton>>['button'],
    results: () => unknown[],
    text: string,
  ) {
    await expect.poll(results, patient).toEqual([text])
    await expect.element(button, patient).not.toHaveAttribute('aria-busy')
    answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
    await button.click()
    await returnWith({ idToken: 'head.claims.seal' }, { n: popups.length - 1 })
    await expect.poll(results, patient).toEqual([text, newcomer])
  }

  test('[ACC-08] the browser blocks the popup', async () => {
    opened.mockReturnValueOnce(null)
    const { button, results } = await showButton()
    await button.click()
    await expectErrorAndRetry(
      button,
      results,
      "Your browser did not let Google's window open. Please allow pop-ups for this page and try again.",
    )
  })

  test('[ACC-08] the person closes the window', async () => {
    const { button, results } = await showButton()
    await button.click()
    await popupParams()
    popups[0]?.close()
    await expectErrorAndRetry(button, results, "Google's window was closed before you were signed in. You can try again.")
  })

  test('[ACC-08] the person declines at Google', async () => {
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ error: 'access_denied' })
    await expectErrorAndRetry(button, results, 'Google sign-in was cancelled. You can try again, or sign in with your e-mail.')
    expect(popups[0]?.closed).toBe(true)
  })

  test('[ACC-08] Google reports an error', async () => {
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ error: 'server_error' })
    await expectErrorAndRetry(
      button,
      results,
      'We could not sign you in with Google just now. Please try again in a little while.',
    )
  })

  test.each([
    ['accounts.google_token_refused', 401, 'Google did not confirm who you are. Please try again.'],
    ['accounts.google_off', 403, 'Signing in with Google is not offered here. Please use your e-mail and password.'],
    ['accounts.use_password', 403, 'You already have an account with this e-mail and a password. Please sign in with them.'],
    ['accounts.user_disabled', 403, 'The words of the server.'],
    ['core.too_many', 429, 'That was a little too fast. Please wait a moment and try again.'],
    ['core.maintenance', 503, 'We are fixing a few things'],
    ['core.unavailable', 503, 'We could not sign you in with Google just now. Please try again in a little while.'],
  ])('[ACC-08] our server refuses: %s', async (code, status, text) => {
    answer(signInWithGoogle, refuse(code, status, 'The words of the server.'))
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ idToken: 'head.claims.seal' })
    await expectErrorAndRetry(button, results, text)
  })

  test('[ACC-08] our server refuses, which is reported to the team, unlike an attempt that the person declined', async () => {
    const { inputs } = answer(reportClientErrors, {})
    answer(signInWithGoogle, refuse('accounts.google_token_refused', 401))
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ error: 'access_denied' })
    await expect.poll(() => results().length, patient).toBe(1)
    await button.click()
    await returnWith({ idToken: 'head.claims.seal' }, { n: 1 })
    await expect.poll(() => results().length, patient).toBe(2)
    await expect
      .poll(() => inputs.flatMap(({ body }) => body.errors), patient)
      .toMatchObject([{ kind: 'google', name: 'ApiError', message: 'accounts.google_token_refused' }])
    await expect.element(button).not.toHaveAttribute('aria-busy')
  })

  test('[ACC-08] our server cannot be reached', async () => {
    answer(signInWithGoogle, 'network')
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ idToken: 'head.claims.seal' })
    await expectErrorAndRetry(button, results, 'We could not reach Saathi. Check your connection and try again.')
  })

  test('[ACC-08] no reply arrives for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    const { button, results } = await showButton()
    await button.click()
    await popupParams()
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    expect(results()).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    await expectErrorAndRetry(button, results, 'Google did not answer in time. Please try again.')
  })
})

describe('a reply', () => {
  test('with another state is ignored', async () => {
    const { inputs } = answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
    const { button, results } = await showButton()
    await button.click()
    await returnWith({ idToken: 'of.somebody.else' }, { state: 'another' })
    for (const junk of [null, 'text', { state: 1 }, {}]) (await returnWith({}, { state: 'another' })).postMessage(junk)
    await returnWith({ idToken: 'head.claims.seal' })
    await expect.poll(results, patient).toEqual([newcomer])
    expect(inputs.map(({ body }) => body.idToken)).toEqual(['head.claims.seal'])
  })

  test('is accepted even if the window looked closed: other sites may detach it', async () => {
    answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
    const { button, results } = await showButton()
    await button.click()
    await popupParams()
    popups[0]?.close()
    await expect.poll(results, patient).toEqual(["Google's window was closed before you were signed in. You can try again."])
    await returnWith({ idToken: 'head.claims.seal' })
    await expect.poll(results, patient).toEqual([expect.any(String), newcomer])
  })

  test('is acknowledged, so that the window knows it can close', async () => {
    answer(signInWithGoogle, { signUpNeeded: true, ...newcomer })
    const { button } = await showButton()
    await button.click()
    const state = (await popupParams()).get('state') ?? ''
    const received: unknown[] = []
    const channel = new BroadcastChannel(`saathi.google.${state}`)
    channel.addEventListener('message', ({ data }) => received.push(data))
    channel.postMessage({ state, idToken: 'head.claims.seal', error: null })
    await expect.poll(() => received, patient).toEqual([{ taken: state }])
  })
})

test('[ACC-08] an attempt aborted by a second press neither shows its error nor enables the button', async () => {
  const reported = answer(reportClientErrors, {})
  let refuseFirst = () => {}
  const asked = answer(
    signInWithGoogle,
    () =>
      new Promise((resolve) => {
        refuseFirst = () => resolve(refuse('accounts.google_token_refused', 401))
      }),
  )
  const { button, results } = await showButton()
  await button.click()
  await popupParams()
  popups[0]?.close()
  const closed = ["Google's window was closed before you were signed in. You can try again."]
  await expect.poll(results, patient).toEqual(closed)
  // A late reply, which our server is still checking when the second press comes.
  await returnWith({ idToken: 'head.claims.seal' })
  await expect.poll(() => asked.inputs.length, patient).toBe(1)
  await button.click()
  await popupParams(1)
  refuseFirst()
  await expect.poll(() => reported.inputs.length, patient).toBe(1)
  expect(results()).toEqual(closed)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

test('leaving the page closes the window and shows nothing more', async () => {
  const { screen, button, results } = await showButton()
  await button.click()
  await popupParams()
  await screen.router.navigate({ href: '/elsewhere' })
  await expect.poll(() => popups[0]?.closed, patient).toBe(true)
  expect(results()).toEqual([])
})

test('the keyboard opens it too', async () => {
  await showButton()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => opened.mock.calls.length, patient).toBe(1)
})

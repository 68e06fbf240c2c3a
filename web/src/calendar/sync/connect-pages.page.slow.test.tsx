import { getProfile } from '@saathi/contract/accounts/calls'
import { accountExists } from '@saathi/contract/accounts/code-calls'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import { connectCalendar, startCalendarConnection } from '@saathi/contract/calendar/integration-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionNow } from '#core/session.ts'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { answer, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { answerCalendar, wide } from '../calendar-server.fake.ts'
import { integration } from '../calendar.fake.ts'

const profile = personWith({ curriculum: 'use' })

beforeEach(async () => {
  await wide()
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
})

describe('the connect page', () => {
  /** A URL within this page, so that the test is not navigated away. */
  const away = (mark: string) => `${location.href.split('#')[0]}#${mark}`

  test.each([
    ['/calendar/connect/google', 'google'],
    ['/calendar/connect/outlook', 'outlook'],
    ['/calendar/connect/yahoo', 'yahoo'],
    ['/calendar/connect?provider=google', 'google'],
    ['/calendar/connect?provider=yahoo', 'yahoo'],
  ])('[CAL-05] %s is public, names the provider, and requests the URL from the server', async (path, provider) => {
    const { inputs } = answer(startCalendarConnection, { authorizationUrl: away(`to-${provider}`) })
    const screen = await showApp({ path })
    await expect.element(screen.getByText(`Redirecting to ${provider} calendar....`)).toBeVisible()
    await expect.poll(() => location.hash).toBe(`#to-${provider}`)
    expect(inputs).toEqual([{ body: { provider } }])
    expect(screen.pathNow()).toBe(path)
  })

  test.each([
    '/calendar/connect/myspace',
    '/calendar/connect/apple',
    '/calendar/connect',
    '/calendar/connect?provider=https://evil.example',
  ])('[CAL-05] %s requests nothing and shows an error with a way back', async (path) => {
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We do not know this calendar' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/signin')
  })

  test('[CAL-05] shows a provider that is not offered, with a link back to the calendar', async () => {
    answer(startCalendarConnection, refuse('calendar.provider_off', 404))
    const screen = await showApp({ path: '/calendar/connect/yahoo', profile })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'This calendar cannot be connected' })).toBeVisible()
    await expect.element(screen.getByText(/^Yahoo is not offered here\./)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Back to the calendar' }))
      .toHaveAttribute('href', '/mentorship?calendar=')
  })

  test('names the provider while the server is slow', async () => {
    const { inputs } = answer(startCalendarConnection, 'hang')
    const screen = await showApp({ path: '/calendar/connect/outlook' })
    await expect.element(screen.getByText('Redirecting to outlook calendar....')).toBeVisible()
    await expect.poll(() => inputs.length).toBe(1)
  })

  test('shows an error with a retry', async () => {
    answer(startCalendarConnection, 'network')
    const screen = await showApp({ path: '/calendar/connect/google' })
    await expect.element(screen.getByRole('heading', { name: 'We couldn’t start connecting' })).toBeVisible()
    await expect.element(screen.getByText(/^We could not reach Saathi/)).toBeVisible()
    answer(startCalendarConnection, { authorizationUrl: away('again') })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => location.hash).toBe('#again')
  })
})

describe('the callback page', () => {
  const back = '/calendar/callback?code=c-1&state=google.nonce-1'

  test('[CAL-05] connects with a loading state, and continues to the mentorship', async () => {
    answerCalendar()
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { inputs } = answer(connectCalendar, async () => {
      await held
      return integration()
    })
    const screen = await showApp({ path: back, profile })
    await expect.element(screen.getByText('Connecting your calendar....')).toBeVisible()
    release()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
    await expect.element(screen.getByText(/^Google is connected as asha@example\.com\./)).toBeVisible()
    expect(inputs).toEqual([{ body: { provider: 'google', code: 'c-1', state: 'google.nonce-1' } }])
    screen.router.history.back()
    expect(screen.pathNow()).not.toContain('code=')
  })

  test.each([
    ['calendar.foreign_state', 400, /^This was not started in this browser/],
    ['calendar.refused_by_provider', 401, /^Google did not let us in\./],
    ['calendar.provider_down', 503, /^Google does not answer at the moment\./],
    ['calendar.one_at_a_time', 409, /^Another calendar of yours is connected\./],
    ['calendar.provider_off', 404, /^Google is not offered here\./],
  ])('[CAL-05] %s continues to the learning hub, with a log entry and a message', async (code, status, words) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { inputs } = answer(connectCalendar, refuse(code, status))
    const screen = await showApp({ path: back, profile })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(inputs).toHaveLength(1)
    expect(logged).toHaveBeenCalledWith('The calendar could not be connected.', expect.anything())
    logged.mockRestore()
  })

  test.each([
    '/calendar/callback?code=c-1',
    '/calendar/callback?code=c-1&state=',
    '/calendar/callback?code=c-1&state=evil.nonce',
    '/calendar/callback?code=c-1&state=google',
    '/calendar/callback?code=c-1&state=https://evil.example/google.x',
  ])('[CAL-05] %s is not sent, because it was not started here', async (path) => {
    const { inputs } = answer(connectCalendar, integration())
    const screen = await showApp({ path, profile })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText(/^This was not started in this browser/)).toBeVisible()
    expect(inputs).toEqual([])
  })

  test('[CAL-05] without a code continues to the learning hub', async () => {
    const screen = await showApp({ path: '/calendar/callback?error=access_denied&state=google.nonce-1', profile })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText('Your calendar was not connected.')).toBeVisible()
  })

  test.each(['/calendar/callback', back])('[CAL-05] redirects a signed-out person from %s to the sign-in page', async (path) => {
    const { inputs } = answer(connectCalendar, integration())
    const screen = await showApp({ path })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(inputs).toEqual([])
  })

  test('[CAL-05] shows a signed-out person, after they sign in, that nothing was connected', async () => {
    answerCalendar()
    answer(getProfile, profile)
    answer(signIn, signedInReply)
    answer(accountExists, { userExist: false })
    const screen = await showApp({ path: back })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    await screen.getByRole('textbox', { name: 'E-mail' }).fill('asha@saathi.example')
    await screen.getByLabelText('Password', { exact: true }).fill('x')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect
      .element(screen.getByText(/^You were signed out in the meantime, so your calendar was not connected\./))
      .toBeVisible()
  })

  test('[CAL-05] with a lost reply continues to the learning hub', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { inputs } = answer(connectCalendar, 'network')
    const screen = await showApp({ path: back, profile })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText(/^We could not reach Saathi/)).toBeVisible()
    expect(inputs).toHaveLength(1)
    logged.mockRestore()
  })

  test('shows an error with a retry if the session cannot be checked', async () => {
    answerCalendar()
    answer(getProfile, profile)
    const { inputs } = answer(connectCalendar, integration())
    answer(refresh, 'network')
    new BroadcastChannel('saathi').postMessage({ type: 'signedIn' })
    await expect.poll(() => sessionNow()).toBe('verifying')
    const screen = await showApp({ path: back })
    await expect.element(screen.getByRole('heading', { name: 'We couldn’t start connecting' })).toBeVisible()
    expect(inputs).toEqual([])
    answer(refresh, signedInReply)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
    expect(inputs).toHaveLength(1)
  })

  test('[CAL-05] shows a loading state while the session is checked', async () => {
    answerCalendar()
    answer(getProfile, profile)
    answer(connectCalendar, integration())
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer(refresh, async () => {
      await held
      return signedInReply
    })
    // As after returning from the provider: the browser remembers a session.
    new BroadcastChannel('saathi').postMessage({ type: 'signedIn' })
    await expect.poll(() => sessionNow()).toBe('verifying')
    const screen = await showApp({ path: back })
    await expect.element(screen.getByText('Checking authentication with Firebase...')).toBeVisible()
    release()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  })
})

import {
  closeCalendarFeed,
  connectCalendar,
  listCalendarIntegrations,
  openCalendarFeed,
  setBusyTimes,
  unlinkCalendar,
} from '@saathi/contract/calendar/integration-calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerCalendar, goOffline, connectLive, showCalendar, wide } from '../calendar-server.fake.ts'
import { integration, offered } from '../calendar.fake.ts'

beforeEach(wide)

async function showStrip(given: Parameters<typeof answerCalendar>[0] = {}) {
  const server = answerCalendar(given)
  const { screen, calendar } = await showCalendar()
  const strip = calendar.getByRole('region', { name: 'Sync with your own calendar' })
  return { ...server, screen, strip }
}

describe('the sync strip', () => {
  test('[CAL-05] offers the providers with their links', async () => {
    const { strip } = await showStrip()
    for (const [name, provider] of [
      ['Google', 'google'],
      ['Outlook', 'outlook'],
      ['Yahoo', 'yahoo'],
    ]) {
      await expect
        .element(strip.getByRole('link', { name: `Connect ${name}` }))
        .toHaveAttribute('href', `/calendar/connect/${provider}`)
    }
    await expect.element(strip.getByRole('button', { name: 'Connect Apple' })).toBeVisible()
  })

  test('[CAL-05] hides a provider that is not offered', async () => {
    const { strip } = await showStrip({ integrations: offered().filter(({ provider }) => provider === 'google') })
    await expect.element(strip.getByRole('link', { name: 'Connect Google' })).toBeVisible()
    expect(strip.getByText(/Outlook|Yahoo|Apple/).elements()).toEqual([])
  })

  test('[CAL-05] ticks the connected provider, and disables the others with a reason', async () => {
    const { screen, strip } = await showStrip({ integrations: offered(integration()) })
    const google = strip.getByRole('button', { name: 'Google is connected. Disconnect it' })
    await expect.element(google).toBeVisible()
    expect(google.element().querySelector('svg')).not.toBeNull()
    for (const name of ['Outlook', 'Yahoo', 'Apple']) {
      const other = strip.getByRole('button', { name: `Connect ${name}` })
      await expect.element(other).toHaveAttribute('aria-disabled', 'true')
      await expect.element(other).toHaveAccessibleDescription('To connect another calendar, disconnect Google first.')
      await other.click({ force: true })
    }
    expect(screen.pathNow()).toBe('/mentorship?calendar=2026-11-14')
    expect(screen.getByRole('dialog', { name: 'Connect Apple' }).elements()).toEqual([])
  })

  test.each([
    [{ waiting: 0 }, /^Connected as asha@example\.com\.\s*$/],
    [{ waiting: 3 }, /Connected as asha@example\.com\. 3 events are on their way\./],
    [{ state: 'retrying' as const }, /Google does not answer at the moment\. We keep trying, and nothing is lost\./],
    [{ state: 'revoked' as const }, /Google has ended our access\. Please connect it again\./],
  ])('[CAL-05] shows its state: %j', async (given, words) => {
    const { strip } = await showStrip({ integrations: offered(integration(given)) })
    await expect.element(strip.getByRole('status').filter({ hasText: words })).toBeVisible()
  })

  test('[CAL-05] offers to reconnect a revoked provider, without a tick', async () => {
    const { strip } = await showStrip({ integrations: offered(integration({ state: 'revoked' })) })
    const ended = strip.getByRole('button', { name: 'Google has ended our access. Disconnect it' })
    await expect.element(ended).toBeVisible()
    const words = strip.getByText(/^Google has ended our access\./).element()
    expect(getComputedStyle(ended.element()).color).toBe(getComputedStyle(words).color)
    expect(strip.getByRole('button', { name: /is connected/ }).elements()).toEqual([])
    await expect.element(strip.getByRole('link', { name: 'Connect again' })).toHaveAttribute('href', '/calendar/connect/google')
  })

  test.each(['connected', 'retrying', 'revoked'] as const)('[CAL-05] %s has a visible disconnect button', async (state) => {
    const { screen, strip } = await showStrip({ integrations: offered(integration({ state })) })
    await strip.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Disconnect Google?' })).toBeVisible()
  })

  test.each([360, 390, 430])('[CAL-05] fits on a phone of %i px', async (width) => {
    await page.viewport(width, 780)
    const { strip } = await showStrip({ integrations: offered(integration()) })
    await expect.element(strip.getByRole('button', { name: 'Connect Apple' })).toBeInViewport({ ratio: 1 })
    await expect.element(strip.getByRole('button', { name: 'Calendar link' })).toBeInViewport({ ratio: 1 })
    await expect.element(strip.getByRole('button', { name: 'Disconnect', exact: true })).toBeInViewport({ ratio: 1 })
  })

  test('[DAY-29] reads busy times only after the owner turns it on', async () => {
    const { strip, synced } = await showStrip({ integrations: offered(integration()) })
    const busy = strip.getByRole('switch', { name: 'Use my calendar’s busy times when finding a time' })
    await expect.element(busy).toHaveAttribute('aria-checked', 'false')
    await expect.element(strip.getByText(/We store only the start and end, for a day at most/)).toBeVisible()
    const { inputs } = answer(setBusyTimes, ({ body }) => {
      synced.integrations = offered(integration({ usesBusyTimes: body.isOn }))
      return integration({ usesBusyTimes: body.isOn })
    })
    await busy.click()
    await expect.element(busy).toHaveAttribute('aria-checked', 'true')
    expect(inputs).toMatchObject([{ body: { isOn: true } }])
    answer(setBusyTimes, refuse('core.broken', 500))
    await busy.click()
    await expect.element(strip.getByText(/^Something went wrong on our side/)).toBeVisible()
    await expect.element(busy).toHaveAttribute('aria-checked', 'true')
  })

  test('[DAY-29] a revoked calendar has no switch', async () => {
    const { strip } = await showStrip({ integrations: offered(integration({ state: 'revoked' })) })
    await expect.element(strip.getByRole('link', { name: 'Connect again' })).toBeVisible()
    expect(strip.getByRole('switch').elements()).toEqual([])
  })

  test('[CAL-05] follows live events', async () => {
    const { strip, synced } = await showStrip({ integrations: offered(integration({ waiting: 2 })) })
    await expect.element(strip.getByText(/2 events are on their way/)).toBeVisible()
    const sendLive = await connectLive()
    synced.integrations = offered(integration({ state: 'retrying' }))
    sendLive({ type: 'calendar.integration_changed' })
    await expect.element(strip.getByText(/Google does not answer/)).toBeVisible()
  })

  test('shows an error with a retry', async () => {
    answerCalendar()
    answer(listCalendarIntegrations, refuse('core.broken', 500))
    const { calendar } = await showCalendar()
    const strip = calendar.getByRole('region', { name: 'Sync with your own calendar' })
    await expect.element(strip.getByText('We could not load your calendars.')).toBeVisible()
    await expect.element(strip.getByText(/^Something went wrong on our side/)).toBeVisible()
    answer(listCalendarIntegrations, { integrations: offered(), feedUrl: null })
    await strip.getByRole('button', { name: 'Try again' }).click()
    await expect.element(strip.getByRole('link', { name: 'Connect Google' })).toBeVisible()
  })
})

describe('without data', () => {
  async function showWith(reply: Parameters<typeof answer<typeof listCalendarIntegrations>>[1]) {
    answerCalendar()
    answer(listCalendarIntegrations, reply)
    const { calendar } = await showCalendar()
    return calendar.getByRole('region', { name: 'Sync with your own calendar' })
  }

  test('the strip shows a loading state', async () => {
    const strip = await showWith('hang')
    await expect.element(strip.getByText('Loading your calendars')).toBeInTheDocument()
  })

  test('the strip shows that it is offline, and loads when online again', async () => {
    const comeBack = goOffline()
    const strip = await showWith(() => (navigator.onLine ? { integrations: offered(), feedUrl: null } : 'network'))
    await expect.element(strip.getByText('You are offline. They come back with your connection.')).toBeVisible()
    comeBack()
    await expect.element(strip.getByRole('link', { name: 'Connect Google' })).toBeVisible()
  })

  test('[CAL-06] the strip offers the private address, even if no provider is offered', async () => {
    const { strip } = await showStrip({ integrations: [] })
    await expect.element(strip.getByRole('button', { name: 'Calendar link' })).toBeVisible()
    expect(strip.getByText(/Google|Outlook|Yahoo|Apple/).elements()).toEqual([])
  })
})

describe('disconnecting', () => {
  async function ask() {
    const opened = await showStrip({ integrations: offered(integration()) })
    await opened.strip.getByRole('button', { name: 'Google is connected. Disconnect it' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: 'Disconnect Google?' })
    await expect.element(dialog).toBeVisible()
    return { ...opened, dialog, yes: dialog.getByRole('button', { name: 'Disconnect', exact: true }) }
  }

  test('[CAL-05] asks first, and can be cancelled', async () => {
    const { inputs } = answer(unlinkCalendar, {})
    const { dialog } = await ask()
    await dialog.getByRole('button', { name: 'Keep it connected' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(inputs).toEqual([])
  })

  test('[CAL-05] removes the connection, and others can be chosen', async () => {
    const { dialog, yes, strip, synced } = await ask()
    const { inputs } = answer(unlinkCalendar, () => {
      synced.integrations = offered()
      return {}
    })
    await yes.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(strip.getByRole('link', { name: 'Connect Outlook' })).toBeVisible()
    expect(inputs).toEqual([{ body: { provider: 'google', email: 'asha@example.com' } }])
  })

  test('[CAL-05] that fails is logged and shown, and the calendar stays connected', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { dialog, yes } = await ask()
    answer(unlinkCalendar, refuse('core.broken', 500))
    await yes.click()
    await expect.element(dialog.getByRole('alert').getByText(/^Google could not be disconnected\./)).toBeVisible()
    expect(logged).toHaveBeenCalledWith('The calendar could not be unlinked.', expect.anything())
    logged.mockRestore()
  })

  test('[CAL-05] succeeds if another tab was faster', async () => {
    const { dialog, yes, synced, strip } = await ask()
    answer(unlinkCalendar, () => {
      synced.integrations = offered()
      return refuse('calendar.not_connected', 404)
    })
    await yes.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(strip.getByRole('link', { name: 'Connect Google' })).toBeVisible()
  })
})

describe('Apple', () => {
  async function openApple() {
    const opened = await showStrip()
    await opened.strip.getByRole('button', { name: 'Connect Apple' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: 'Connect Apple' })
    return {
      ...opened,
      dialog,
      email: dialog.getByRole('textbox', { name: 'E-mail address of your Apple account' }),
      password: dialog.getByLabelText('App-specific password'),
      connect: dialog.getByRole('button', { name: 'Connect', exact: true }),
    }
  }

  test('[CAL-05] asks for email and app password, with instructions', async () => {
    const { dialog, email, connect, password } = await openApple()
    await expect.element(dialog.getByText(/App-Specific Passwords/)).toBeVisible()
    await connect.click()
    await expect.element(email).toHaveAccessibleDescription('This field is required')
    await expect.element(password).toHaveAccessibleDescription('This field is required')
    await expect.element(email).toHaveFocus()
  })

  test('[CAL-05] is connected, and the password is removed from the page', async () => {
    const { dialog, email, password, connect, synced, strip } = await openApple()
    const { inputs } = answer(connectCalendar, () => {
      const connected = integration({ provider: 'apple', email: 'asha@icloud.com' })
      synced.integrations = offered(connected)
      return connected
    })
    await email.fill('asha@icloud.com')
    await password.fill('abcd-efgh-ijkl-mnop')
    await connect.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(strip.getByText(/Connected as asha@icloud\.com/)).toBeVisible()
    expect(inputs).toEqual([{ body: { provider: 'apple', email: 'asha@icloud.com', appPassword: 'abcd-efgh-ijkl-mnop' } }])
    await expect.poll(() => document.body.innerHTML).not.toContain('abcd-efgh')
  })

  test.each([
    ['calendar.refused_by_provider', 401, /^Apple did not let us in\./],
    ['calendar.provider_down', 503, /^Apple does not answer at the moment\./],
    ['calendar.one_at_a_time', 409, /^Another calendar of yours is connected\./],
  ])('[CAL-05] %s shows an error and keeps the input', async (code, status, words) => {
    answer(connectCalendar, refuse(code, status))
    const { dialog, email, password, connect } = await openApple()
    await email.fill('asha@icloud.com')
    await password.fill('wrong')
    await connect.click()
    await expect.element(dialog.getByRole('alert').getByText(words)).toBeVisible()
    await expect.element(password).toHaveValue('wrong')
  })
})

describe('the private address', () => {
  const feedUrl = 'https://saathi.example/api/v2/mentorships/calendar-feed/1.1.abc/'

  async function openFeed(given: string | null) {
    const opened = await showStrip({ feedUrl: given })
    await opened.strip.getByRole('button', { name: 'Calendar link' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: 'Calendar link' })
    await expect.element(dialog).toBeVisible()
    return { ...opened, dialog, address: dialog.getByRole('textbox', { name: 'Your secret link' }) }
  }

  test('[CAL-06] is created on request', async () => {
    const { inputs } = answer(openCalendarFeed, { feedUrl })
    const { dialog, address } = await openFeed(null)
    expect(address.elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.element(address).toHaveValue(feedUrl)
    expect(inputs).toHaveLength(1)
  })

  test("[CAL-06] can be copied, and opened in the device's calendar", async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { dialog } = await openFeed(feedUrl)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect.element(dialog.getByText('Copied.')).toBeVisible()
    expect(copy).toHaveBeenCalledWith(feedUrl)
    await expect
      .element(dialog.getByRole('link', { name: 'Open in your calendar' }))
      .toHaveAttribute('href', 'webcal://saathi.example/api/v2/mentorships/calendar-feed/1.1.abc/')
    copy.mockRestore()
  })

  test('[CAL-06] is selected if copying is not allowed', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    const { dialog } = await openFeed(feedUrl)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect.element(dialog.getByText('It is selected. Copy it with your keyboard or menu.')).toBeVisible()
    copy.mockRestore()
  })

  test('[CAL-06] is deleted after a confirmation', async () => {
    const { inputs } = answer(closeCalendarFeed, {})
    const { screen, dialog, address } = await openFeed(feedUrl)
    await dialog.getByRole('button', { name: 'Turn off link' }).click()
    const ask = screen.getByRole('dialog', { name: 'Turn off this link?' })
    await ask.getByRole('button', { name: 'Turn off link' }).click()
    await expect.element(dialog.getByText(/^The link is turned off\./)).toBeVisible()
    expect(address.elements()).toEqual([])
    expect(inputs).toHaveLength(1)
  })

  test('shows an error if it cannot be created', async () => {
    answer(openCalendarFeed, 'network')
    const { dialog } = await openFeed(null)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.element(dialog.getByRole('alert').getByText(/^We could not reach Saathi/)).toBeVisible()
  })
})

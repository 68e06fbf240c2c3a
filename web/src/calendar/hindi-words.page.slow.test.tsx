import { startCalendarConnection } from '@saathi/contract/calendar/integration-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { personWith } from '../mentorship/home/server.fake.ts'
import { answer, showApp } from '../../test/harness.tsx'
import { answerCalendar, wide } from './calendar-server.fake.ts'
import { event, integration, offered } from './calendar.fake.ts'

beforeEach(wide)

const feedUrl = 'https://saathi.example/api/v2/mentorships/calendar-feed/1.1.abc/'

/** The calendar in Hindi. */
async function showInHindi(given: Parameters<typeof answerCalendar>[0]) {
  answerCalendar(given)
  const path = '/mentorship?calendar=2026-11-14'
  return showApp({ profile: personWith({ curriculum: 'use' }), path, language: 'hi' })
}

describe('in Hindi', () => {
  test('[CAL-06] closing the dialog and ending the private address use different words', async () => {
    const screen = await showInHindi({ feedUrl })
    await screen.getByRole('button', { name: 'निजी पता' }).click()
    const dialog = screen.getByRole('dialog', { name: 'निजी पता' })
    await expect.element(dialog.getByRole('button', { name: 'यह खिड़की बंद करें' })).toBeVisible()
    await dialog.getByRole('button', { name: 'यह पता खत्म करें' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'यह पता खत्म कर दें?' })).toBeVisible()
    expect(screen.getByRole('button', { name: /पता बंद/ }).elements()).toEqual([])
  })

  test('[CAL-05] disconnecting a calendar and deleting an event use different words', async () => {
    const screen = await showInHindi({ integrations: offered(integration()) })
    await screen.getByRole('button', { name: 'अलग करें', exact: true }).click()
    const dialog = screen.getByRole('dialog', { name: 'गूगल को अलग कर दें?' })
    await expect.element(dialog.getByRole('button', { name: 'अलग करें', exact: true })).toBeVisible()
    expect(dialog.getByRole('button', { name: /हटा/ }).elements()).toEqual([])
  })

  test('[CAL-02] leaving the form does not sound like cancelling the event', async () => {
    const screen = await showInHindi({ events: [event({ title: 'Weekly call' })] })
    await screen.getByRole('button', { name: 'ईवेंट बदलें: Weekly call' }).click()
    await expect.element(screen.getByRole('button', { name: 'हटाएँ', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'वापस जाएँ' })).toBeVisible()
    expect(screen.getByRole('button', { name: /रद्द/ }).elements()).toEqual([])
  })

  test.each([
    ['google', 'गूगल कैलेंडर पर ले जाया जा रहा है....'],
    ['outlook', 'आउटलुक कैलेंडर पर ले जाया जा रहा है....'],
    ['yahoo', 'याहू कैलेंडर पर ले जाया जा रहा है....'],
  ])('[CAL-05] the connect page names %s in Hindi', async (provider, words) => {
    answer(startCalendarConnection, 'hang')
    const screen = await showApp({ path: `/calendar/connect/${provider}`, language: 'hi' })
    await expect.element(screen.getByText(words)).toBeVisible()
  })
})

import { setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { listQuietHours, setQuietHours } from '@saathi/contract/chat/staff-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { listClientErrors } from '@saathi/contract/core/client-errors'
import * as calls from '@saathi/contract/staff/settings-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const settings: calls.Settings = {
  maintenance: { underMaintenance: false, message: '', until: null },
  mail: { sender: null, defaultSender: 'Saathi <no-reply@saathi.example>', hasServer: true },
  languages: [
    { code: 'en', name: 'English', isOffered: true, isDefault: true, people: 12 },
    { code: 'ta', name: 'தமிழ்', isOffered: true, isDefault: false, people: 3 },
  ],
  retention: [
    { kind: 'notices', days: 180, defaultDays: 180, least: 30, most: 730, lastRunAt: '2026-11-14T22:20:00.000Z' },
    { kind: 'codes', days: 1, defaultDays: 1, least: 1, most: 1, lastRunAt: null },
  ],
}

const actions = ['staff.console', 'staff.settings', 'staff.maintenance', 'staff.chat_hours', 'staff.errors']
const quiet = { programmes: [{ id: 7, name: 'Pragati', hours: { begins: '22:00', ends: '06:00' } }] }

async function showSettings(allowed = actions) {
  if (allowed.includes('staff.settings')) answer(calls.getSettings, settings)
  answer(listQuietHours, quiet)
  const screen = await showConsole({ console: { actions: allowed }, path: '/staff/settings' })
  await expect.element(screen.getByRole('heading', { name: 'Quiet hours of chat' })).toBeVisible()
  return screen
}

test('[STF-15] maintenance is closed with a message and an expected end in India time', async () => {
  const screen = await showSettings()
  const closing = answer(setMaintenance, { underMaintenance: true })
  await screen.getByLabelText('What members read').fill('We move to a new machine.')
  await screen.getByLabelText('Expected end (India time)').fill('2026-11-20T18:30')
  await screen.getByRole('button', { name: 'Close for maintenance' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Close Saathi for maintenance?' })
  await expect.element(dialog.getByText(/15 people have an account/)).toBeVisible()
  expect(closing.inputs).toEqual([])
  await dialog.getByRole('button', { name: 'Close now' }).click()
  await expect
    .poll(() => closing.inputs)
    .toEqual([{ body: { underMaintenance: true, message: 'We move to a new machine.', until: '2026-11-20T13:00:00.000Z' } }])
})

test('[STF-15] quiet hours are set and removed for a programme', async () => {
  const screen = await showSettings()
  const setting = answer(setQuietHours, {})
  const row = screen.getByRole('form', { name: 'Pragati' })
  await expect.element(row.getByText('Quiet from 22:00 to 06:00')).toBeVisible()
  await row.getByLabelText('From').fill('21:30')
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect
    .poll(() => setting.inputs)
    .toEqual([
      { params: { projectId: 7 }, body: { hours: { begins: '21:30', ends: '06:00' } } },
      { params: { projectId: 7 }, body: { hours: null } },
    ])
})

test('[STF-15] the sender is set, a test mail is sent, and a refusal is shown in place', async () => {
  const screen = await showSettings()
  const setting = answer(calls.setMailSender, refuse('core.bad_input', 400, 'That is not an address.'))
  await screen.getByLabelText("Sender's name").fill('Pragati team')
  await screen.getByLabelText("Sender's address").fill('hello@pragati.example')
  await screen.getByRole('button', { name: 'Save sender' }).click()
  await expect.element(screen.getByText('That is not an address.')).toBeVisible()
  expect(setting.inputs).toEqual([{ body: { sender: { name: 'Pragati team', address: 'hello@pragati.example' } } }])
  answer(calls.sendTestMail, { address: 'farida@saathi.example' })
  await screen.getByRole('button', { name: 'Send me a test mail' }).click()
  await expect.element(screen.getByText('A test mail is on its way to farida@saathi.example')).toBeVisible()
})

test('[STF-15] a language is switched off, the default is fixed, and retention keeps its limits', async () => {
  const screen = await showSettings()
  const offering = answer(calls.setLanguageOffered, {})
  await expect.element(screen.getByRole('switch', { name: 'Offer English' })).toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('switch', { name: 'Offer தமிழ்' }).click()
  await expect.poll(() => offering.inputs).toEqual([{ params: { code: 'ta' }, body: { isOffered: false } }])
  const setting = answer(calls.setRetention, {})
  const row = screen.getByRole('form', { name: 'Notices' })
  await expect.element(row.getByText(/Last run on 15 Nov/)).toBeVisible()
  await row.getByLabelText('Days, 30 to 730').fill('90')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => setting.inputs).toEqual([{ params: { kind: 'notices' }, body: { days: 90 } }])
  await expect.element(screen.getByRole('form', { name: 'Codes and attempts to sign in' })).toMatchTextContent(/1 day/)
})

test('[STF-15] a programme manager sees only quiet hours', async () => {
  const screen = await showSettings(['staff.console', 'staff.chat_hours'])
  expect(screen.getByRole('heading', { name: 'Maintenance' }).elements()).toEqual([])
  expect(screen.getByRole('link', { name: 'Errors in browsers' }).elements()).toEqual([])
})

test('[STF-15] errors in browsers are listed by kind, and an empty list has its own text', async () => {
  type Reply = CallReply<typeof listClientErrors>
  const error: Reply['errors'][number] = {
    kind: 'crash',
    route: '/mentorship/$sessionId',
    name: 'TypeError',
    message: 'x is undefined',
    version: '7.2.0',
    count: 4,
    firstAt: '2026-11-14T06:00:00.000Z',
    lastAt: '2026-11-15T06:00:00.000Z',
  }
  const kinds: Reply['kinds'] = [{ kind: 'crash', count: 4, lastAt: error.lastAt }]
  const listing = answer(listClientErrors, ({ query }) => ({ kinds, errors: query.kind === undefined ? [error] : [] }))
  const screen = await showConsole({ console: { actions }, path: '/staff/errors' })
  await expect.element(screen.getByRole('row', { name: /TypeError/ })).toMatchTextContent(/mentorship/)
  await screen.getByLabelText('Kind').selectOptions('Page crashed (4)')
  await expect.poll(screen.pathNow).toBe('/staff/errors?kind=crash')
  await expect.element(screen.getByText('Nothing has been reported')).toBeVisible()
  expect(listing.inputs.at(-1)).toMatchObject({ query: { kind: 'crash' } })
})

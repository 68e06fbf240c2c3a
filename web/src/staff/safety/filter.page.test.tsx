import * as calls from '@saathi/contract/chat/filter-calls'
import type { FilterRule, HeldMessage } from '@saathi/contract/chat/filter'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const rights = { actions: ['staff.console', 'staff.safety'] }
const rule = (changes: Partial<FilterRule> = {}): FilterRule => ({
  id: 4,
  name: 'Meeting places',
  version: 2,
  patterns: ['old station', 'bus stand*'],
  activeVersion: null,
  replay: null,
  ...changes,
})
const held: HeldMessage = {
  id: 12,
  sender: { personId: 8, name: 'Asha Rao', role: 'Mentee' },
  programme: 'Pragati',
  kinds: ['phone', 'messenger'],
  hasFile: false,
  heldAt: '2026-11-18T03:33:00.000Z',
}
const showFilter = () => showConsole({ console: rights, path: '/staff/safety/filter' })
const showHeld = () => showConsole({ console: rights, path: '/staff/safety/held' })

test('[SAF-12] the mode of a programme is changed with a reason', async () => {
  answer(calls.getFilter, { mode: 'off', rules: [] })
  const screen = await showFilter()
  await expect.element(screen.getByRole('radio', { name: /^Off/ })).toBeChecked()
  await screen.getByText('Hold for review').click()
  await screen.getByRole('button', { name: 'Save' }).click()
  const sent = answer(calls.setFilterMode, { mode: 'hold', rules: [] })
  const dialog = page.getByRole('dialog', { name: 'Hold for review' })
  await dialog.getByLabelText('Reason').fill('agreed with the school')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.inputs.map(({ body }) => body)).toEqual([{ mode: 'hold', reason: 'agreed with the school' }])
  await expect.element(screen.getByRole('radio', { name: /^Hold for review/ })).toBeChecked()
})

test('[SAF-12] a rule can be switched on only after its replay', async () => {
  answer(calls.getFilter, { mode: 'hold', rules: [rule()] })
  const screen = await showFilter()
  await expect.element(screen.getByRole('button', { name: 'Switch on' })).toBeDisabled()
  const replay = { checked: 812, found: 3, isTooWide: false, at: '2026-11-18T03:33:00.000Z' }
  answer(calls.replayFilterRule, { mode: 'hold', rules: [rule({ replay })] })
  await screen.getByRole('button', { name: 'Replay' }).click()
  await expect.element(screen.getByText('It would have stopped 3 of 812 messages of the last 30 days.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Switch on' })).toBeEnabled()
  const reading = answer(calls.readReplaySamples, { samples: [{ text: 'Behind the old station', at: replay.at }] })
  await screen.getByRole('button', { name: 'Read examples' }).click()
  expect(document.body.textContent).not.toContain('Behind the old station')
  await page.getByLabelText('Reason').fill('to see whether it fits')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect.element(page.getByText('Behind the old station')).toBeVisible()
  expect(reading.inputs.map(({ body }) => body)).toEqual([{ version: 2, reason: 'to see whether it fits' }])
})

test('a rule that fits too much cannot be switched on, and patterns of another kind are not sent', async () => {
  const replay = { checked: 100, found: 40, isTooWide: true, at: '2026-11-18T03:33:00.000Z' }
  answer(calls.getFilter, { mode: 'hold', rules: [rule({ replay })] })
  const screen = await showFilter()
  await expect.element(screen.getByText(/fits more than one message in ten/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Switch on' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Add a rule' }).click()
  const adding = answer(calls.addFilterRule, { mode: 'hold', rules: [] })
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByLabelText('Name').fill('Everything')
  await dialog.getByLabelText('Words').fill('.*')
  await dialog.getByRole('button', { name: 'Save the rule' }).click()
  await expect.element(dialog.getByText(/^Use words only/)).toBeVisible()
  expect(adding.inputs).toEqual([])
})

test('[SAF-11] the words of a held message are not in the page until asked for, and then it is decided', async () => {
  answer(calls.listHeldMessages, { held: [held], hasNextPage: false })
  const screen = await showHeld()
  await expect.element(screen.getByText('Phone number')).toBeVisible()
  answer(calls.openHeldMessage, { text: 'call me on 98765 43210', fileName: null })
  await screen.getByRole('button', { name: 'Look at the message of Asha Rao' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message of Asha Rao' })
  expect(document.body.textContent).not.toContain('98765')
  await dialog.getByRole('button', { name: 'Read' }).click()
  await expect.element(dialog.getByText('call me on 98765 43210')).toBeVisible()
  const released = answer(calls.releaseHeldMessage, {})
  answer(calls.listHeldMessages, { held: [], hasNextPage: false })
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(released.inputs.map(({ body }) => body)).toEqual([{ reason: 'To check a held message' }])
})

test('a colleague who was faster is named by the refusal', async () => {
  answer(calls.listHeldMessages, { held: [held], hasNextPage: false })
  const screen = await showHeld()
  answer(calls.openHeldMessage, { text: 'call me', fileName: null })
  await screen.getByRole('button', { name: 'Look at the message of Asha Rao' }).click()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  answer(calls.rejectHeldMessage, refuse('chat.held_decided', 409, 'A colleague has already decided.'))
  await page.getByRole('button', { name: 'Do not deliver' }).click()
  await expect.element(page.getByText('A colleague has already decided.')).toBeVisible()
})

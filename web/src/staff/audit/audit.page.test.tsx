import * as calls from '@saathi/contract/staff/audit-calls'
import { expect, test } from 'vitest'
import { answer } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const act: calls.StaffActRow = {
  number: 812,
  at: '2026-11-14T06:00:00.000Z',
  staffId: 12,
  staffName: 'Nisha Fernandes',
  what: 'opened_page',
  summary: 'Facts and counts about one person',
  personId: 41,
  personName: 'Asha Rao',
  reason: 'Before a call',
  isRefused: false,
  address: '10.0.0.7',
}
const staff = [{ id: 12, name: 'Nisha Fernandes' }]
const rights = { console: { actions: ['staff.console', 'staff.audit'] }, path: '/staff/audit' }

test('[STF-12] the record shows who did what to whom and why, and filters are in the address', async () => {
  const list = answer(calls.listActs, { acts: [act], hasMore: true, staff })
  const screen = await showConsole(rights)
  const row = screen.getByRole('row', { name: /Opened this page/ })
  await expect.element(row).toMatchTextContent(/Nisha Fernandes.*Asha Rao.*Before a call/)
  await screen.getByLabelText('Who', { exact: true }).selectOptions('Nisha Fernandes')
  await expect.poll(screen.pathNow).toBe('/staff/audit?staff=12')
  await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { staffId: 12 } })
  await screen.getByRole('link', { name: 'Older' }).click()
  await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { staffId: 12, before: 812 } })
})

test('[STF-12] checking the seals reports success, or which entries were changed', async () => {
  answer(calls.listActs, { acts: [], hasMore: false, staff })
  answer(calls.checkActs, { count: 1204, tampered: [] })
  const screen = await showConsole(rights)
  await expect.element(screen.getByText('No entries for these filters')).toBeVisible()
  await screen.getByRole('button', { name: 'Check the seals' }).click()
  await expect.element(screen.getByText(/^All 1,204 entries are as they were written/)).toBeVisible()
  answer(calls.checkActs, { count: 1204, tampered: [7, 9] })
  await screen.getByRole('button', { name: 'Check the seals' }).click()
  await expect.element(screen.getByText('Somebody changed or removed these entries: 7, 9')).toBeVisible()
})

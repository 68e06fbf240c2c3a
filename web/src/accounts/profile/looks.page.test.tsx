import { listLooksAtMe, type StaffLook } from '@saathi/contract/accounts/look-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showProfile } from './page.fake.ts'

const look = (id: number, changes: Partial<StaffLook> = {}): StaffLook => ({
  id,
  by: 'Nisha Fernandes',
  what: 'opened_page',
  reason: 'Before a call',
  at: '2026-11-14T06:00:00.000Z',
  ...changes,
})

test('[STF-13] each person sees who opened or changed their data, when and why, also earlier', async () => {
  const screen = await showProfile({
    answerBefore: () => void answer(listLooksAtMe, { looks: [look(9), look(7, { what: 'blocked', by: null })], hasMore: true }),
  })
  await expect.element(screen.getByText('Opened your page')).toBeVisible()
  await expect.element(screen.getByText(/^Nisha Fernandes · Before a call · 14 Nov/)).toBeVisible()
  await expect.element(screen.getByText(/^A former team member/)).toBeVisible()
  const earlier = answer(listLooksAtMe, { looks: [look(3, { what: 'wrote_note', reason: null })], hasMore: false })
  await screen.getByRole('button', { name: 'Show earlier' }).click()
  await expect.element(screen.getByText('Wrote a note for the team')).toBeVisible()
  expect(earlier.inputs).toMatchObject([{ query: { before: 7 } }])
})

test('[STF-13] the page says so if nobody has opened anything yet', async () => {
  const screen = await showProfile()
  await expect.element(screen.getByText('Nobody has opened your data yet.')).toBeVisible()
})

test('[STF-13] a list that cannot be loaded can be tried again', async () => {
  const screen = await showProfile({ answerBefore: () => void answer(listLooksAtMe, refuse('core.broken', 500)) })
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answer(listLooksAtMe, { looks: [look(9)], hasMore: false })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Opened your page')).toBeVisible()
})

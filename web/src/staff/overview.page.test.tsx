import { getOverview } from '@saathi/contract/staff/pair-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../test/harness.tsx'
import { showConsole } from './console.fake.ts'

const stages = { invited: 4, preparing: 9, needs_approval: 2, waits_for_match: 57, in_pair: 80, in_group: 12, blocked: 1 }
const waiting = {
  today: 0,
  help: 3,
  screening: 2,
  matching: 5,
  groups: 2,
  proposals: 3,
  approvals: 0,
  recordings: 1,
  mail: 0,
  resets: 0,
  safety: 0,
}
const may = (actions: string[]) => ({ console: { actions: ['staff.console', ...actions], waiting } })

test('each figure of the overview opens the list it counts', async () => {
  answer(getOverview, { stages, pairsRunning: 41, pairsUnmanaged: 6 })
  const screen = await showConsole(may(['staff.people_read', 'staff.pairs_read', 'staff.matching', 'staff.help']))
  const link = (name: string) => screen.getByRole('main').getByRole('link', { name, exact: true })
  await expect.element(link('Active pairs and groups')).toHaveAttribute('href', '/staff/pairs?state=running')
  await expect.element(link('In a pair')).toHaveAttribute('href', '/staff/people?stage=in_pair')
  await expect.element(link('3 people wait for an answer')).toHaveAttribute('href', '/staff/help')
  await expect.element(link('3 matches to review')).toHaveAttribute('href', '/staff/matching?tab=review')
  await expect.element(link('2 groups to settle')).toHaveAttribute('href', '/staff/matching?tab=groups')
  await expect.element(screen.getByRole('main')).toMatchTextContent(/Of these, without a coordinator6/)
})

test('[STF-05] the overview shows only what the reader may decide', async () => {
  answer(getOverview, { stages, pairsRunning: 2, pairsUnmanaged: 0 })
  const screen = await showConsole(may(['staff.people_read', 'staff.pairs_read']))
  await expect.element(screen.getByText('Nothing waits for you')).toBeVisible()
  expect(screen.getByRole('link', { name: /matches to review|mentors to approve/ }).elements()).toEqual([])
})

test('[STF-17] an overview that could not be loaded offers to try again', async () => {
  answer(getOverview, refuse('core.broken', 500, 'Broken.'))
  const screen = await showConsole(may(['staff.people_read']))
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answer(getOverview, { stages, pairsRunning: 41, pairsUnmanaged: 6 })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('41')).toBeVisible()
})

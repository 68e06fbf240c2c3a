import * as calls from '@saathi/contract/safety/calls'
import type { MyReport } from '@saathi/contract/safety/entities'
import { expect, test } from 'vitest'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'
import { report } from './safety.fake.ts'

async function showReports(reports: MyReport[]) {
  answer(calls.listMyReports, { reports, hasMore: false })
  answer(calls.listBlocks, {
    blocks: [{ personId: 9, name: 'Joseph', displayPicture: null, blockedAt: '2026-11-14T06:00:00.000Z' }],
  })
  return showApp({ profile: makeProfile(), path: '/my-reports' })
}

test('[SAF-02] each report shows its answer, can be added to, and looked at again once', async () => {
  const team = {
    id: 1,
    by: 'Vikram Sethi',
    isFromTeam: true,
    kind: 'not_found' as const,
    text: 'It was about a film.',
    at: '2026-11-14T08:00:00.000Z',
  }
  const screen = await showReports([report({ state: 'not_found', mayReopen: true, messages: [team], readBy: ['Vikram Sethi'] })])
  await expect.element(screen.getByText('It was about a film.')).toBeVisible()
  await expect.element(screen.getByText('Read by Vikram Sethi.')).toBeVisible()
  const reopened = answer(calls.reopenReport, { report: report() })
  answer(calls.listMyReports, { reports: [report()], hasMore: false })
  await screen.getByRole('button', { name: 'Look again, once' }).click()
  await expect.element(screen.getByText('We have it')).toBeVisible()
  expect(reopened.inputs).toMatchObject([{ params: { id: 4 }, body: {} }])
  const added = answer(calls.addToReport, { report: report(), helplines: [] })
  await screen.getByRole('button', { name: 'Say more' }).click()
  await screen.getByRole('textbox').fill('There is more')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => added.inputs.length).toBe(1)
})

test('[SAF-03] blocks are taken back on the same page', async () => {
  const screen = await showReports([])
  await expect.element(screen.getByText('You haven’t reported anything')).toBeVisible()
  const undone = answer(calls.unblockPerson, {})
  answer(calls.listBlocks, { blocks: [] })
  await screen.getByRole('button', { name: 'Unblock Joseph' }).click()
  await expect.element(screen.getByText('You haven’t blocked anyone.')).toBeVisible()
  expect(undone.inputs).toMatchObject([{ params: { personId: 9 } }])
})

test('reports that cannot be loaded can be tried again', async () => {
  answer(calls.listMyReports, refuse('core.broken', 500))
  answer(calls.listBlocks, { blocks: [] })
  const screen = await showApp({ profile: makeProfile(), path: '/my-reports' })
  await expect.element(screen.getByText('We couldn’t load your reports')).toBeVisible()
  answer(calls.listMyReports, { reports: [], hasMore: false })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('You haven’t reported anything')).toBeVisible()
})

import * as calls from '@saathi/contract/staff/bulk-calls'
import { listPeople, listSavedViews, type PersonRow } from '@saathi/contract/staff/people-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const person = (id: number, name: string): PersonRow => ({
  id,
  name,
  picture: null,
  role: 'Mentee',
  programme: 'Pragati',
  stage: 'invited',
  partners: [],
  waitsSince: null,
  joinedAt: '2026-09-22T06:00:00.000Z',
  lastSeenAt: null,
})

const act: calls.BulkAct = {
  id: 5,
  kind: 'invite',
  feature: null,
  permission: null,
  reason: 'The first mail was lost',
  isFiltered: true,
  madeBy: 'Farida Khan',
  madeAt: '2026-11-15T05:12:00.000Z',
  state: 'draft',
  startsAt: null,
  endedAt: null,
  stoppedBy: null,
  isRightOver: false,
  waitingCount: 4810,
  doneCount: 0,
  leftOut: [{ why: 'blocked', count: 2 }],
}

const rights = { console: { actions: ['staff.console', 'staff.people', 'staff.people_read'] } }
const readAt = '2026-11-15T05:12:00.000Z'

async function showPeople(path = '/staff/people?stage=invited') {
  answer(listSavedViews, { views: [] })
  answer(listPeople, { people: [person(41, 'Asha Rao'), person(42, 'Dolma Bhutia')], total: 4812, next: 'x', readAt })
  return showConsole({ ...rights, path })
}

test('[STF-11] rows, the page, or all that match are chosen, and the bar says exactly who', async () => {
  const screen = await showPeople()
  await screen.getByRole('checkbox', { name: 'Choose Dolma Bhutia' }).click()
  const bar = screen.getByRole('region', { name: 'Chosen people' })
  await expect.element(bar.getByText('1 person chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'All 2 on this page' }).click()
  await expect.element(bar.getByText('2 people chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'Choose all 4,812 that match' }).click()
  await expect.element(bar.getByText('All 4,812 that match are chosen')).toBeVisible()
  await expect.element(bar.getByText(/had found on 15 Nov.*10:42/)).toBeVisible()
  await bar.getByRole('button', { name: 'Act on them' }).click()
  await screen.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  const preparing = answer(calls.prepareBulkAct, act)
  answer(calls.getBulkAct, act)
  answer(calls.listBulkPeople, { people: [{ id: 41, name: 'Asha Rao', role: 'Mentee', why: null }], hasMore: false })
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('The first mail was lost')
  await dialog.getByRole('button', { name: 'See whom it reaches' }).click()
  await expect.poll(screen.pathNow).toBe('/staff/bulk/5')
  expect(preparing.inputs).toEqual([
    { body: { kind: 'invite', reason: 'The first mail was lost', filter: { stage: 'invited', readAt } } },
  ])
})

test('[STF-11] a new filter clears the selection, and people who may only read can select nobody', async () => {
  const screen = await showPeople()
  await screen.getByRole('checkbox', { name: 'Choose Asha Rao' }).click()
  await screen.getByLabelText('Role').selectOptions('Mentee')
  await expect.element(screen.getByRole('region', { name: 'Chosen people' })).not.toBeInTheDocument()
})

test('[STF-11] before the start it names whom it reaches and who is left out; after it, it can be cancelled', async () => {
  answer(calls.getBulkAct, act)
  const reached: calls.BulkPerson = { id: 41, name: 'Asha Rao', role: 'Mentee', why: null }
  const leftOut: calls.BulkPerson = { id: 43, name: 'Prakash Tudu', role: 'Mentee', why: 'blocked' }
  answer(calls.listBulkPeople, ({ query }) => ({ people: [query.part === 'left_out' ? leftOut : reached], hasMore: false }))
  const screen = await showConsole({ ...rights, path: '/staff/bulk/5' })
  await expect.element(screen.getByRole('heading', { name: 'This reaches 4,810 people' })).toBeVisible()
  await expect.element(screen.getByText('2 people are left out:')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Asha Rao/ })).toBeVisible()
  await screen.getByRole('tab', { name: 'Left out (2)' }).click()
  await expect.element(screen.getByRole('row', { name: /Prakash Tudu/ })).toMatchTextContent(/Blocked/)
  const waiting = { ...act, state: 'waiting', startsAt: new Date(Date.now() + 590_000).toISOString() } as const
  const starting = answer(calls.startBulkAct, waiting)
  answer(calls.getBulkAct, waiting)
  await screen.getByRole('button', { name: 'Send 4,810 mails in ten minutes' }).click()
  await expect.element(screen.getByRole('timer')).toMatchTextContent(/Sending starts in 9:\d\d/)
  expect(starting.inputs).toEqual([{ params: { id: 5 }, body: {} }])
  const stopped = { ...waiting, state: 'stopped', endedAt: readAt, stoppedBy: 'Farida Khan' } as const
  answer(calls.stopBulkAct, stopped)
  answer(calls.getBulkAct, stopped)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('Farida Khan stopped it. What was done stays done.')).toBeVisible()
})

test('[STF-11] a refused start says why', async () => {
  answer(calls.getBulkAct, act)
  answer(calls.listBulkPeople, { people: [], hasMore: false })
  answer(calls.startBulkAct, refuse('staff.bulk_started', 409, 'This bulk act has already been started.'))
  const screen = await showConsole({ ...rights, path: '/staff/bulk/5' })
  await screen.getByRole('button', { name: 'Send 4,810 mails in ten minutes' }).click()
  await expect.element(screen.getByText('This bulk act has already been started.')).toBeVisible()
})

test('[STF-11] running and finished acts are listed; an empty list says where to begin', async () => {
  const block = { ...act, id: 6, kind: 'block', state: 'done', doneCount: 40, waitingCount: 0, endedAt: readAt } as const
  answer(calls.listBulkActs, { acts: [block], hasMore: false })
  const screen = await showConsole({ ...rights, path: '/staff/bulk' })
  await expect.element(screen.getByRole('row', { name: /Block these accounts/ })).toMatchTextContent(/40 of 40 done.*Finished/)
})

test('[STF-17] without bulk acts, the page says where to begin', async () => {
  answer(calls.listBulkActs, { acts: [], hasMore: false })
  const screen = await showConsole({ ...rights, path: '/staff/bulk' })
  await expect.element(screen.getByText('No bulk acts yet')).toBeVisible()
})

import { beginFarewell, cancelFarewell } from '@saathi/contract/mentorship/staff-calls'
import type { StaffFarewell } from '@saathi/contract/mentorship/farewell'
import { getPairFacts, type PairFacts } from '@saathi/contract/staff/pair-calls'
import { listMeetings } from '@saathi/contract/video/staff-calls'
import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { answer } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const joinedAt = '2026-06-12T06:00:00.000Z'
const member = { picture: null, joinedAt, leftAt: null, sessionsDone: 3, lastSeenAt: null }
const farewell: StaffFarewell = {
  reason: 'mentor_stops',
  begunAt: '2026-11-19T06:00:00.000Z',
  closesAt: '2026-11-26T06:00:00.000Z',
  closedAt: null,
  writtenBy: [41],
}
const facts: PairFacts = {
  id: 9,
  groupType: '1to1',
  programme: { id: 7, key: 'pragati', name: 'Pragati', isDisabled: false },
  startedAt: joinedAt,
  endedAt: null,
  members: [
    { ...member, id: 42, name: 'Ravi Kulkarni', firstName: 'Ravi', part: 'mentor' },
    { ...member, id: 41, name: 'Asha Rao', firstName: 'Asha', part: 'mentee' },
  ],
  sessionsDone: 0,
  sessions: [],
  callCount: 0,
  calls: [],
  channels: [],
  course: {
    agreement: { meetingsPerMonth: null, agreedAt: null, proposals: [] },
    checkIns: [],
    requests: [],
    steps: [],
    farewell: null,
  },
  work: null,
  canManage: true,
  canWork: true,
  canPause: false,
  canSeeRecordings: false,
}
const requests: PairFacts['course']['requests'] = [
  { id: 5, personId: 42, kind: 'end', reason: 'no_time', words: '', askedAt: joinedAt, isOpen: true, answers: [] },
]

async function showPair(changes: Partial<PairFacts['course']> = {}) {
  answer(listMeetings, { meetings: [] })
  answer(getPairFacts, { ...facts, course: { ...facts.course, ...changes } })
  const screen = await showConsole({ console: { actions: ['staff.console', 'staff.pairs_read'] }, path: '/staff/pairs/9' })
  await screen.getByText('Before a call or visit').click()
  await screen.getByRole('button', { name: 'Open the page' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ravi and Asha' })).toBeVisible()
  return screen
}

test('[TOD-09] staff close a pair kindly with a reason', async () => {
  const { inputs } = answer(beginFarewell, { farewell })
  const screen = await showPair()
  await screen.getByRole('button', { name: 'Close kindly' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Close this pair kindly' })
  await expect.element(dialog.getByRole('button', { name: 'Plan the farewell' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByText('The mentor must stop (time, work, moving)').click()
  await dialog.getByRole('button', { name: 'Plan the farewell' }).click()
  await expect.element(screen.getByText('The farewell has begun. Everyone in it is notified.')).toBeVisible()
  expect(inputs).toMatchObject([{ params: { id: 9 }, body: { why: 'mentor_stops', note: '' } }])
})

test('[TOD-09] an unsafe ending asks what happened, for the safety desk only', async () => {
  const { inputs } = answer(beginFarewell, { farewell: null })
  const screen = await showPair()
  await screen.getByRole('button', { name: 'Close kindly' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Close this pair kindly' })
  await dialog.getByText('Somebody may not be safe').click()
  await dialog.getByLabelText(/What happened/).fill('He asked her to meet alone.')
  await dialog.getByRole('button', { name: 'End at once and open a case' }).click()
  await expect.element(screen.getByText('Ended. The safety desk has a case.')).toBeVisible()
  expect(inputs).toMatchObject([{ body: { why: 'unsafe', note: 'He asked her to meet alone.' } }])
})

test('[TOD-09] a request of a member leads to it, with the reason that fits', async () => {
  const { inputs } = answer(beginFarewell, { farewell })
  const screen = await showPair({ requests })
  await screen.getByRole('button', { name: 'Plan a farewell' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Plan the farewell' }).click()
  await expect.poll(() => inputs).toMatchObject([{ body: { why: 'mentor_stops' } }])
})

test('[TOD-09] one under way shows who has written, never what, and can be called off', async () => {
  const { inputs } = answer(cancelFarewell, { farewell: null })
  const screen = await showPair({ farewell })
  const card = screen.getByRole('region', { name: 'A farewell is under way' })
  await expect.element(card.getByText('Asha has written')).toBeVisible()
  await expect.element(card.getByText('Ravi has not written yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Close kindly' })).not.toBeInTheDocument()
  await card.getByRole('button', { name: 'Call it off' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Call off the farewell' })
  await dialog.getByLabelText(/Reason/).fill('They want to go on')
  await dialog.getByRole('button', { name: 'Call it off' }).click()
  await expect.element(screen.getByText('Called off. The mentorship goes on.')).toBeVisible()
  expect(inputs).toMatchObject([{ body: { reason: 'They want to go on' } }])
})

test.each([360, 1280])('the dialog fits a screen of %i px', async (width) => {
  await page.viewport(width, 800)
  const screen = await showPair()
  await screen.getByRole('button', { name: 'Close kindly' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

import { answerRequest, takePairStep, undoPairStep } from '@saathi/contract/mentorship/staff-calls'
import type { StaffCourse } from '@saathi/contract/mentorship/course-entities'
import { getPairFacts, type PairFacts } from '@saathi/contract/staff/pair-calls'
import { listMeetings } from '@saathi/contract/video/staff-calls'
import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const person = { picture: null, joinedAt: '2026-10-01T06:00:00.000Z', leftAt: null, lastSeenAt: null, sessionsDone: 0 }
const request: StaffCourse['requests'][number] = {
  id: 5,
  personId: 41,
  kind: 'other_partner',
  reason: 'no_answer',
  words: 'Nobody writes back.',
  askedAt: '2026-11-14T06:00:00.000Z',
  isOpen: true,
  answers: [],
}
const course: StaffCourse = {
  farewell: null,
  agreement: {
    meetingsPerMonth: 2,
    agreedAt: '2026-10-05T06:00:00.000Z',
    proposals: [{ id: 8, meetingsPerMonth: 1, proposedAt: '2026-11-10T06:00:00.000Z', proposedBy: 42 }],
  },
  checkIns: [
    {
      personId: 41,
      number: 1,
      askedAt: '2026-11-01T06:00:00.000Z',
      score: 2,
      words: 'The timing',
      answeredAt: '2026-11-01T07:00:00.000Z',
    },
    { personId: 42, number: 1, askedAt: '2026-11-01T06:00:00.000Z', score: null, words: '', answeredAt: null },
  ],
  requests: [request],
  steps: [
    { id: 6, kind: 'remind', words: '', reason: 'No call for 40 days', takenAt: '2026-11-12T06:00:00.000Z', undoneAt: null },
  ],
}
const facts: PairFacts = {
  id: 9,
  groupType: '1to1',
  programme: { id: 7, key: 'pragati', name: 'Pragati', isDisabled: false },
  startedAt: person.joinedAt,
  endedAt: null,
  members: [
    { ...person, id: 42, name: 'Ravi Kulkarni', firstName: 'Ravi', part: 'mentor' },
    { ...person, id: 41, name: 'Asha Rao', firstName: 'Asha', part: 'mentee' },
  ],
  sessionsDone: 0,
  sessions: [],
  callCount: 0,
  calls: [],
  channels: [],
  course,
  work: null,
  canManage: true,
  canWork: true,
  canPause: false,
  canSeeRecordings: false,
}

async function showPair(changes: Partial<PairFacts> = {}) {
  answer(listMeetings, { meetings: [] })
  answer(getPairFacts, { ...facts, ...changes })
  const screen = await showConsole({ console: { actions: ['staff.console', 'staff.pairs_read'] }, path: '/staff/pairs/9' })
  await screen.getByText('Before a call or visit').click()
  await screen.getByRole('button', { name: 'Open the page' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ravi and Asha' })).toBeVisible()
  return screen
}

test('[TOD-06] the page of a pair shows the agreement and the check-ins of both', async () => {
  const screen = await showPair()
  await expect.element(screen.getByText('2 times a month', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ravi suggests once a month, since 10 Nov 2026')).toBeVisible()
  await expect.element(screen.getByText('2 of 5: a bit hard')).toBeVisible()
  await expect.element(screen.getByText('The timing')).toBeVisible()
  await expect.element(screen.getByText('Not answered')).toBeVisible()
})

test('without an agreement and check-ins it says so', async () => {
  const agreement = { meetingsPerMonth: null, agreedAt: null, proposals: [] }
  const none = { agreement, checkIns: [], requests: [], steps: [], farewell: null }
  const screen = await showPair({ course: none })
  await expect.element(screen.getByText('They have not agreed on how often they meet.')).toBeVisible()
  await expect.element(screen.getByText('None asked yet. The first comes two weeks after the start.')).toBeVisible()
  expect(screen.getByText('Requests to the team').elements()).toEqual([])
})

test('[TOD-11] a request is answered with words; a refusal is shown in place', async () => {
  const screen = await showPair()
  await expect.element(screen.getByText('Asha would like another partner')).toBeVisible()
  await expect.element(screen.getByText('Nobody writes back.')).toBeVisible()
  await screen.getByRole('button', { name: 'Answer Asha' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Answer Asha' })
  answer(answerRequest, refuse('mentorship.request_closed', 409, 'This request is already closed.'))
  await dialog.getByText('Not for now').click()
  await dialog.getByLabelText('Your words to Asha').fill('Please give it two weeks.')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(dialog.getByText('This request is already closed.')).toBeVisible()
  const answered = { kind: 'decline', words: 'Please give it two weeks.', answeredAt: '2026-11-15T06:00:00.000Z' } as const
  const { inputs } = answer(answerRequest, { ...request, isOpen: false, answers: [answered] })
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(screen.getByText('Answered. Asha is notified.')).toBeVisible()
  expect(inputs).toMatchObject([
    { params: { id: 9, requestId: 5 }, body: { kind: 'decline', words: 'Please give it two weeks.' } },
  ])
})

test('[TOD-11] a coordinator can talk or decline, but not end the pair', async () => {
  const screen = await showPair({ canManage: false })
  await screen.getByRole('button', { name: 'Answer Asha' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Answer Asha' })
  await expect.element(dialog.getByText('We talk first')).toBeVisible()
  expect(dialog.getByText('End the mentorship').elements()).toEqual([])
})

test('[TOD-08] the path shows what was done and offers what may come next, with words and a reason', async () => {
  const screen = await showPair()
  expect(screen.getByRole('button', { name: 'End the pair' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Warn' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Warn' })
  const { inputs } = answer(takePairStep, { steps: [] })
  await dialog.getByLabelText('Your words to everyone').fill('Shall we call you?')
  await dialog.getByLabelText('Reason').fill('No call for 50 days')
  await dialog.getByRole('button', { name: 'Warn' }).click()
  await expect.element(screen.getByText('Done. Everyone is notified.')).toBeVisible()
  expect(inputs).toMatchObject([
    { params: { id: 9 }, body: { kind: 'warn', words: 'Shall we call you?', reason: 'No call for 50 days' } },
  ])
})

test('[TOD-08] a paused pair goes on again', async () => {
  const pause = { id: 7, kind: 'pause', words: '', reason: 'Exams', takenAt: '2026-11-13T06:00:00.000Z', undoneAt: null } as const
  const screen = await showPair({ course: { ...course, steps: [pause] } })
  await expect.element(screen.getByText('paused since 13 Nov 2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Let them go on' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Let them go on' })
  const { inputs } = answer(undoPairStep, { steps: [] })
  await dialog.getByLabelText('Reason').fill('Exams are over')
  await dialog.getByRole('button', { name: 'Let them go on' }).click()
  await expect.poll(() => inputs).toMatchObject([{ params: { id: 9, stepId: 7 }, body: { reason: 'Exams are over' } }])
})

test('[TOD-08] a coordinator reminds, and neither pauses nor ends', async () => {
  const screen = await showPair({ canManage: false })
  await expect.element(screen.getByRole('button', { name: 'Remind' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pause the pair' }).elements()).toEqual([])
})

test.each([360, 1280])('the sections fit a screen of %i px', async (width) => {
  await page.viewport(width, 800)
  await showPair()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

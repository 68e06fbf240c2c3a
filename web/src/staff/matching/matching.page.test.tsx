import { getProfile } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/matching/staff-calls'
import { listPeople } from '@saathi/contract/staff/people-calls'
import { expect, test, vi } from 'vitest'
import { answer, makeProfile, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const shared = { name: 'Languages', shared: ['Hindi', 'Marathi'], points: 40 }
const compared = [shared, { name: 'City', shared: [], points: 0 }]

const run: calls.MatchRun = {
  project: 'pragati',
  isDryRun: true,
  mentors: 4,
  mentees: 6,
  freePlaces: 5,
  waitsSince: '2026-10-20T06:00:00.000Z',
  proposalCount: 1,
  changes: null,
  leftOverCount: 2,
  proposals: [
    {
      mentor: 42,
      mentorName: 'Lakshmi Iyer',
      mentee: 41,
      menteeName: 'Dolma Bhutia',
      menteeSince: '2026-10-26T06:00:00.000Z',
      score: 78,
      compared,
    },
  ],
  leftOver: [
    {
      person: 43,
      name: 'Rohan Patil',
      part: 'mentee',
      reason: 'nobody_fits',
      criterion: 'languages',
      criterionName: 'Languages',
    },
    { person: 44, name: 'Vaishali Naik', part: 'mentor', reason: 'not_approved', criterion: null, criterionName: null },
  ],
  leftOverBy: [
    { part: 'mentee', reason: 'nobody_fits', criterionName: 'Languages', count: 1 },
    { part: 'mentor', reason: 'not_approved', criterionName: null, count: 1 },
  ],
  fairness: [
    {
      attribute: 'language',
      attributeName: 'language',
      value: 'hi',
      valueName: 'hi',
      mentees: 52,
      matched: 46,
      matchRate: 88.5,
      meanScore: 70,
      meanWaitingDays: 11,
    },
    {
      attribute: 'language',
      attributeName: 'language',
      value: 'kn',
      valueName: 'kn',
      mentees: 3,
      matched: 1,
      matchRate: 33.3,
      meanScore: 70,
      meanWaitingDays: 26,
    },
  ],
}

const offer: calls.StaffOffer = {
  id: 5,
  project: 'pragati',
  programme: 'Pragati',
  mentor: 42,
  mentorName: 'Lakshmi Iyer',
  mentee: 41,
  menteeName: 'Dolma Bhutia',
  state: 'proposed',
  score: 78,
  compared,
  reason: '',
  createdAt: '2026-11-14T06:00:00.000Z',
  expiresAt: null,
}

const show = (path: string) =>
  showConsole({ path, console: { actions: ['staff.console', 'staff.matching', 'staff.people_read', 'staff.screening'] } })

test('[TOD-12] a trial run shows proposals with reasons, who is left over and why, and sends nothing', async () => {
  const running = answer(calls.runMatching, run)
  const screen = await show('/staff/matching')
  await screen.getByRole('button', { name: 'Start a trial run' }).click()
  await expect.element(screen.getByText('Languages: Hindi, Marathi')).toBeVisible()
  await expect.element(screen.getByText('City: different')).toBeVisible()
  await expect.element(screen.getByText('Nobody left who fits: Languages')).toBeVisible()
  await expect.element(screen.getByText('Mentors who wait for approval')).toBeVisible()
  await screen.getByRole('button', { name: 'Show names' }).click()
  await expect.element(screen.getByRole('link', { name: 'Rohan Patil' })).toHaveAttribute('href', '/staff/people/43')
  await expect.element(screen.getByRole('row', { name: /Hindi/ })).toMatchTextContent(/89%/)
  await expect.element(screen.getByRole('row', { name: /Kannada/ })).toMatchTextContent(/fewer than 5/)
  expect(running.inputs).toEqual([{ body: { project: 'pragati', dryRun: true } }])
})

test('[TOD-12] a trial run is read again in the language that is chosen afterwards', async () => {
  const inHindi = { ...run, proposals: run.proposals.map((each) => ({ ...each, compared: [{ ...shared, name: 'भाषाएँ' }] })) }
  answer(calls.runMatching, run)
  const screen = await show('/staff/matching')
  await screen.getByRole('button', { name: 'Start a trial run' }).click()
  await expect.element(screen.getByText(/Languages/).first()).toBeVisible()
  const again = answer(calls.runMatching, inHindi)
  answer(getProfile, makeProfile({ role: 'Admin', newPrimaryLanguage: 'hi' }))
  new BroadcastChannel('saathi').postMessage({ type: 'language', code: 'hi' })
  await expect.element(screen.getByText(/भाषाएँ/).first()).toBeVisible()
  expect(again.inputs).toEqual([{ body: { project: 'pragati', dryRun: true } }])
})

test('[TOD-12] offers are made only after a confirmation, and then wait for review', async () => {
  const running = answer(calls.runMatching, ({ body }) => ({ ...run, isDryRun: body.dryRun }))
  answer(calls.listStaffOffers, { offers: [offer], hasNextPage: false })
  const screen = await show('/staff/matching')
  await screen.getByRole('button', { name: 'Start a trial run' }).click()
  await screen.getByRole('button', { name: 'Make these offers' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Make these offers' }).click()
  await expect.poll(screen.pathNow).toBe('/staff/matching?tab=review')
  expect(running.inputs.map(({ body }) => body.dryRun)).toEqual([true, false])
})

test('[TOD-12] only the matches that are kept are published', async () => {
  answer(calls.listStaffOffers, { offers: [offer, { ...offer, id: 6, menteeName: 'Fatima Sheikh' }], hasNextPage: false })
  const publishing = answer(calls.publishOffers, { published: 1 })
  const screen = await show('/staff/matching?tab=review')
  await screen.getByRole('listitem').filter({ hasText: 'Fatima Sheikh' }).getByRole('button', { name: 'Keep' }).click()
  await screen.getByRole('button', { name: 'Publish 1 match' }).click()
  await expect.element(screen.getByText('1 match published')).toBeVisible()
  expect(publishing.inputs).toEqual([{ body: { offers: [5] } }])
})

test('[TOD-12] an open offer is withdrawn with a reason, and a refusal stays in the dialog', async () => {
  answer(calls.listStaffOffers, { offers: [{ ...offer, state: 'issued' }], hasNextPage: false })
  answer(calls.withdrawOffer, refuse('matching.over', 409, 'This offer has ended.'))
  const screen = await show('/staff/matching?tab=offers&state=issued')
  await screen.getByRole('button', { name: /^Withdraw/ }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/disappears for both at once/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('The mentor is ill')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/has ended/)
})

const found = (id: number, name: string, role: 'Mentee' | 'Mentor') => ({
  id,
  name,
  picture: null,
  role,
  programme: 'Pragati',
  stage: 'waits_for_match' as const,
  partners: [],
  waitsSince: null,
  joinedAt: offer.createdAt,
  lastSeenAt: null,
})

test.each([
  ['Match by hand', 'Offer them to each other', () => answer(calls.makeMatch, offer)],
  ['Keep two apart', 'Keep two apart', () => answer(calls.keepApart, {})],
] as const)('[TOD-12] %s asks for two people and a reason', async (open, button, answerAct) => {
  answer(calls.listStaffOffers, { offers: [], hasNextPage: false })
  answer(listPeople, {
    people: [found(41, 'Dolma Bhutia', 'Mentee'), found(42, 'Lakshmi Iyer', 'Mentor')],
    total: 2,
    next: null,
    readAt: '2026-11-18T06:00:00.000Z',
  })
  const acting = answerAct()
  const screen = await show('/staff/matching?tab=review')
  await screen.getByRole('button', { name: open }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: /Dolma Bhutia/ }).click()
  await dialog.getByRole('button', { name: /Lakshmi Iyer/ }).click()
  await dialog.getByLabelText('Reason').fill('Their families agreed')
  await dialog.getByRole('button', { name: button }).click()
  await expect.poll(() => acting.inputs).toEqual([{ body: { mentor: 42, mentee: 41, reason: 'Their families agreed' } }])
})

test('[TOD-12] the pool is filtered in the address, and a person is taken out after a question', async () => {
  const seeker: calls.Seeker = {
    person: 42,
    name: 'Lakshmi Iyer',
    part: 'mentor',
    project: 'pragati',
    programme: 'Pragati',
    since: '2026-11-02T06:00:00.000Z',
    isApproved: false,
    places: 2,
    openOffers: 1,
  }
  const list = answer(calls.listSeekers, { seekers: [seeker], hasNextPage: false })
  const leaving = answer(calls.setSeeker, { seeker: null })
  const screen = await show('/staff/matching?tab=pool')
  await screen.getByLabelText('Mentees or mentors').selectOptions('Mentors')
  await expect.poll(screen.pathNow).toBe('/staff/matching?tab=pool&part=mentor')
  await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { part: 'mentor', project: 'pragati' } })
  await expect.element(screen.getByRole('link', { name: 'Needs approval' })).toHaveAttribute('href', '/staff/screening')
  await screen.getByRole('button', { name: /^Take out/ }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Take out' }).click()
  await expect.poll(() => leaving.inputs).toEqual([{ params: { personId: 42 }, body: { isSeeking: false } }])
})

const stalledGroup: calls.StalledGroup = {
  id: 8,
  project: 'pragati',
  programme: 'Pragati',
  mentor: 42,
  mentorName: 'Lakshmi Iyer',
  mentees: [{ id: 41, name: 'Dolma Bhutia' }],
  groupSize: 4,
  createdOn: '2026-11-02T06:00:00.000Z',
  startsAt: '2026-11-07T06:00:00.000Z',
  isStalled: true,
}

test('[TOD-12] a group that is too small is started, or waits, or is dissolved', async () => {
  answer(calls.listGroups, { groups: [stalledGroup], hasNextPage: false })
  const settling = answer(calls.settleGroup, {})
  const screen = await show('/staff/matching?tab=groups')
  await expect.element(screen.getByText(/1 of 4 places taken/)).toBeVisible()
  await screen.getByRole('button', { name: /^Wait longer/ }).click()
  await expect.element(screen.getByRole('dialog').getByText(/keeps their place/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Wait longer' }).click()
  await expect.poll(() => settling.inputs).toEqual([{ params: { id: 8 }, body: { what: 'wait' } }])
})

test('[TOD-12] the list of groups shows within a minute what members have answered', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  answer(calls.listGroups, { groups: [], hasNextPage: false })
  const screen = await show('/staff/matching?tab=groups')
  await expect.element(screen.getByText('No group is forming')).toBeVisible()
  answer(calls.listGroups, { groups: [stalledGroup], hasNextPage: false })
  vi.advanceTimersByTime(60_000)
  await expect.element(screen.getByText(/1 of 4 places taken/)).toBeVisible()
})

test('[TOD-12] a trial says who is new, gone or proposed to somebody else since the last run', async () => {
  const screen = await show('/staff/matching')
  const change = { menteeName: 'Dolma Bhutia', before: ['Ravi Rao'], now: ['Lakshmi Iyer'] }
  const rows: calls.RunChange[] = [
    { ...change, mentee: 41, what: 'changed' },
    { mentee: 45, menteeName: 'Asha Sen', what: 'new', before: [], now: ['Ravi Rao'] },
    { mentee: 46, menteeName: 'Imran Ali', what: 'gone', before: ['Ravi Rao'], now: [] },
  ]
  const counts = { newCount: 1, goneCount: 1, changedCount: 1 }
  const changes = { since: '2026-11-17T06:00:00.000Z', sinceDryRun: true, ...counts, rows }
  answer(calls.runMatching, { ...run, changes })
  await screen.getByRole('button', { name: 'Start a trial run' }).click()
  await expect.element(screen.getByText(/Compared with the trial on .*New: 1/)).toBeVisible()
  await expect.element(screen.getByText('Before: Ravi Rao. Now: Lakshmi Iyer.')).toBeVisible()
  await expect.element(screen.getByText('Was proposed with Ravi Rao')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Asha Sen' })).toHaveAttribute('href', '/staff/people/45')
})

test('[TOD-12] two people who are kept apart can be allowed again, with a reason', async () => {
  const names = { mentor: 42, mentorName: 'Lakshmi Iyer', mentee: 41, menteeName: 'Dolma Bhutia' }
  const pair = { ...names, reason: 'They are cousins.', madeBy: 'Farida Khan', createdAt: '2026-11-10T06:00:00.000Z' }
  answer(calls.listApart, { pairs: [pair], hasNextPage: false })
  const screen = await show('/staff/matching?tab=apart')
  await expect
    .element(screen.getByRole('row', { name: /Dolma Bhutia and Lakshmi Iyer/ }))
    .toMatchTextContent(/cousins.*Farida Khan/)
  await screen.getByRole('button', { name: /^Allow again/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Allow Dolma Bhutia and Lakshmi Iyer again?' })
  await dialog.getByRole('textbox').fill('They are not related.')
  const allowing = answer(calls.allowTogether, {})
  answer(calls.listApart, { pairs: [], hasNextPage: false })
  await dialog.getByRole('button', { name: 'Allow again' }).click()
  await expect.element(screen.getByText('Nobody is kept apart')).toBeVisible()
  expect(allowing.inputs).toEqual([{ body: { mentor: 42, mentee: 41, reason: 'They are not related.' } }])
})

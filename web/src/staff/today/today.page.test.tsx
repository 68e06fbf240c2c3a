import type { CallReply } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/worklist/calls'
import * as contacts from '@saathi/contract/worklist/contact-calls'
import { listNudges } from '@saathi/contract/worklist/nudge-calls'
import type { WorkItem } from '@saathi/contract/worklist/entities'
import * as rules from '@saathi/contract/worklist/rule-calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse, setServerClock } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const mentor = { id: 5, name: 'Arjun Nair', firstName: 'Arjun', picture: null, part: 'mentor' as const }
const mentee = { id: 8, name: 'Joseph Minz', firstName: 'Joseph', picture: null, part: 'mentee' as const }
const stalled: WorkItem = {
  id: 31,
  rule: 'no_first_meeting',
  limit: 10,
  subject: 'pair',
  people: [mentor, mentee],
  programme: 'Udaan',
  mentorship: 4,
  since: '2026-11-03T06:00:00.000Z',
  dueAt: '2026-11-13T06:00:00.000Z',
  fact: { count: 0, everyDays: null, side: null, until: null },
  owner: { id: 1, name: 'Farida Khan' },
  snoozed: null,
  closedAt: null,
  readers: [],
}
const quiet: WorkItem = {
  ...stalled,
  id: 32,
  rule: 'unanswered',
  limit: 7,
  dueAt: '2026-11-17T06:00:00.000Z',
  since: '2026-11-10T06:00:00.000Z',
  fact: { ...stalled.fact, count: 1, side: 'mentee' },
}
const work: CallReply<typeof calls.listWork> = {
  items: [stalled, quiet],
  total: 2,
  next: null,
  counts: { mine: 2, team: 5, snoozed: 1, done: 3 },
  byRule: [
    { rule: 'no_first_meeting', count: 1 },
    { rule: 'unanswered', count: 1 },
  ],
  urgent: [],
  contacts: { without: 3, all: 824, people: [mentee] },
  today: [{ person: mentee, on: '2026-11-17', by: { id: 1, name: 'Farida Khan' }, isDone: false }],
}
const colleague = { caseload: { pairs: 38, contacts: 70, rows: 14 }, hasLeft: false, canHandOver: true }
const colleagues = [
  { ...colleague, id: 1, name: 'Farida Khan' },
  { ...colleague, id: 12, name: 'Nisha Fernandes', canHandOver: false },
]
const actions = ['staff.console', 'staff.worklist', 'staff.worklist_all', 'staff.work_rules', 'staff.people_read']

beforeEach(() => setServerClock(new Date('2026-11-17T04:00:00Z')))
afterEach(goOnline)

function answerWork(changes: Partial<typeof work> = {}) {
  answer(calls.listColleagues, { colleagues })
  answer(listNudges, { nudges: [], next: null, byPlan: [] })
  answer(calls.setWorkPresence, { readers: [] })
  return answer(calls.listWork, { ...work, ...changes })
}
const showToday = (path = '/staff/today') => showConsole({ path, console: { actions } })

describe('today', () => {
  test('[TOD-01] says of each row who, what, since when and by which rule, with the act that solves it', async () => {
    answerWork()
    const screen = await showToday()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Good morning, Farida' })).toBeVisible()
    const row = screen.getByRole('listitem').filter({ hasText: 'They have not met for' })
    await expect.element(row).toMatchTextContent(/Arjun and Joseph/)
    await expect.element(row).toMatchTextContent(/13 days/)
    await expect.element(row).toMatchTextContent(/3 days over the promise · First meeting within 10 days/)
    await expect.element(row.getByRole('button', { name: 'Talk to Arjun' })).toBeVisible()
    await row.getByRole('button', { name: 'More for Arjun and Joseph' }).click()
    await expect.element(row).toMatchTextContent(/Leaves the list when they meet for 10 minutes or more/)
    await expect.element(row.getByRole('link', { name: /Open the pair/ })).toHaveAttribute('href', '/staff/pairs/4')
    // The one who owes the answer is the one to talk to.
    await expect.element(screen.getByRole('button', { name: 'Talk to Joseph' })).toBeVisible()
  })

  test('[TOD-01] keeps the view and the reason in the address, and loads again after an event', async () => {
    const list = answerWork()
    const screen = await showToday()
    await screen.getByRole('button', { name: 'No answer 1' }).click()
    await expect.poll(screen.pathNow).toBe('/staff/today?view=mine&rule=unanswered')
    await screen.getByRole('button', { name: /^Team/ }).click()
    await expect.poll(screen.pathNow).toBe('/staff/today?view=team')
    await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { view: 'team' } })
    answerWork({ items: [quiet] })
    await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
    const socket = FakeSocket.instances.at(-1)
    socket?.open()
    socket?.say({ type: 'worklist.changed' })
    await expect.element(screen.getByText(/They have not met for/)).not.toBeInTheDocument()
  })

  test('[TOD-03] the number without a next contact is the largest figure, and all of them are planned in one act', async () => {
    answerWork()
    answer(contacts.listWithoutContact, {
      people: [
        { ...mentee, programme: 'Udaan' },
        { ...mentor, programme: 'Udaan' },
      ],
      total: 2,
    })
    const planned = answer(contacts.planContacts, { planned: 1 })
    const screen = await showToday()
    const band = screen.getByRole('region', { name: 'People without a next contact' })
    await expect.element(band).toMatchTextContent(/3people without a next contact/)
    const sizes = [...document.querySelectorAll('main *')].map((each) => Number.parseFloat(getComputedStyle(each).fontSize))
    expect(Number.parseFloat(getComputedStyle(band.getByText('3', { exact: true }).element()).fontSize)).toBe(Math.max(...sizes))
    await band.getByRole('button', { name: 'Plan all 3' }).click()
    await screen.getByRole('checkbox', { name: /Arjun Nair/ }).click()
    await screen.getByLabelText('Who gets in touch next').selectOptions('Nisha Fernandes')
    await screen.getByRole('button', { name: 'Plan for 1 person' }).click()
    await expect.poll(() => planned.inputs).toMatchObject([{ body: { people: [8], on: '2026-11-20', personId: 12 } }])
  })

  test('[TOD-05] a row is handed over, and put off with a reason and a day', async () => {
    answerWork({ items: [stalled] })
    const assigned = answer(calls.assignWork, { item: stalled })
    const snoozed = answer(calls.snoozeWork, { item: stalled })
    const screen = await showToday()
    await screen.getByRole('button', { name: 'More for Arjun and Joseph' }).click()
    const list = screen.getByRole('listitem').filter({ hasText: 'They have not met for' })
    await list.getByRole('button', { name: 'Hand over' }).click()
    await screen.getByLabelText('Who looks after it').selectOptions('Nisha Fernandes')
    await screen.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await expect.poll(() => assigned.inputs).toMatchObject([{ params: { id: 31 }, body: { personId: 12 } }])
    await list.getByRole('button', { name: 'Put off' }).click()
    await screen.getByLabelText('Reason').fill('Exams until then')
    await screen.getByRole('dialog').getByRole('button', { name: 'Put off' }).click()
    await expect.poll(() => snoozed.inputs).toMatchObject([{ body: { until: '2026-11-24', reason: 'Exams until then' } }])
  })

  test('[TOD-05] says who else has a row open, and tells them while it is open here', async () => {
    answerWork({ items: [{ ...stalled, readers: [{ id: 12, name: 'Nisha Fernandes' }] }] })
    const presence = answer(calls.setWorkPresence, { readers: [] })
    const screen = await showToday()
    await expect.element(screen.getByText('Nisha Fernandes has this open')).toBeVisible()
    expect(presence.inputs).toEqual([])
    const more = screen.getByRole('button', { name: 'More for Arjun and Joseph' })
    await more.click()
    await expect.poll(() => presence.inputs.at(-1)).toMatchObject({ params: { id: 31 }, body: { isOpen: true } })
    await more.click()
    await expect.poll(() => presence.inputs.at(-1)).toMatchObject({ body: { isOpen: false } })
  })

  test('[TOD-01] puts urgent cases first, without a word of what they are about', async () => {
    answerWork({ urgent: [{ id: 9, programme: 'Udaan', openedAt: '2026-11-17T03:40:00.000Z', takenBy: 'Vikram' }] })
    const screen = await showToday()
    const first = screen.getByRole('list', { name: 'Urgent reports' })
    await expect.element(first).toMatchTextContent(/Vikram has it\. Please leave the pair as it is\./)
    await expect.element(first.getByRole('link', { name: 'Open the case' })).toHaveAttribute('href', '/staff/safety/9')
  })

  test('[STF-17] works by keyboard: J and K move, N notes, H hands over, Z puts off', async () => {
    answerWork()
    const screen = await showToday()
    await expect.element(screen.getByText(/They have not met for/)).toBeVisible()
    await userEvent.keyboard('jj')
    await expect.element(screen.getByRole('button', { name: 'More for Arjun and Joseph' }).nth(1)).toHaveFocus()
    await userEvent.keyboard('k')
    await userEvent.keyboard('z')
    await expect.element(screen.getByRole('dialog', { name: 'Put off: Arjun and Joseph' })).toBeVisible()
  })

  test('[STF-17] an empty list says so and keeps the figure at 0; a failed one offers to try again', async () => {
    answerWork({ items: [], total: 0, byRule: [], contacts: { without: 0, all: 824, people: [] }, today: [] })
    const screen = await showToday()
    await expect.element(screen.getByText('Nobody waits for you')).toBeVisible()
    await expect.element(screen.getByText('All 824 have a name and a day. Thank you.')).toBeVisible()
    answer(calls.listWork, refuse('core.broken', 500, 'Broken.'))
    await screen.getByRole('button', { name: /^Team/ }).click()
    await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  })
})

describe('a contact', () => {
  const noted = {
    contact: {
      id: 1,
      person: { id: 5, firstName: 'Arjun' },
      by: 'Farida',
      how: 'call' as const,
      wasReached: true,
      note: '',
      at: '2026-11-17T04:00:00.000Z',
    },
  }

  test('[TOD-04] is noted with two presses, everything else being filled in', async () => {
    answerWork({ items: [stalled] })
    const sent = answer(contacts.noteContact, noted)
    const screen = await showToday()
    await screen.getByRole('button', { name: 'Talk to Arjun' }).click()
    await screen.getByRole('button', { name: 'Save the contact' }).click()
    await expect.element(screen.getByText('The contact is noted.')).toBeVisible()
    expect(sent.inputs).toMatchObject([
      { body: { personId: 5, how: 'call', wasReached: true, note: '', next: { on: '2026-12-17', personId: 1 } } },
    ])
  })

  test('[TOD-04] written offline waits on the device and arrives once', async () => {
    answerWork({ items: [stalled] })
    const sent = answer(contacts.noteContact, noted)
    const screen = await showToday()
    await screen.getByRole('button', { name: 'Talk to Arjun' }).click()
    goOffline()
    await screen.getByLabelText('What your colleagues should know').fill('Free after 8 pm.')
    await screen.getByRole('button', { name: 'Save the contact' }).click()
    await expect.element(screen.getByText('Saved here. It is sent when you are back online.')).toBeVisible()
    expect(sent.inputs).toEqual([])
    goOnline()
    await expect.poll(() => sent.inputs.length).toBe(1)
    expect(sent.inputs).toMatchObject([{ body: { note: 'Free after 8 pm.' } }])
  })
})

test('[TOD-10] a caseload is handed over in one act that says what moves', async () => {
  answerWork()
  const moved = answer(calls.handOver, { moved: { pairs: 38, contacts: 70, rows: 14 } })
  const screen = await showToday()
  await screen.getByRole('main').getByRole('button', { name: 'Hand over', exact: true }).last().click()
  const dialog = screen.getByRole('dialog', { name: 'Hand over a caseload' })
  await expect.element(dialog).toMatchTextContent(/38 pairs, 70 planned contacts, 14 rows of the list/)
  await dialog.getByLabelText('To', { exact: true }).selectOptions('Nisha Fernandes')
  await dialog.getByLabelText('Reason').fill('On leave')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(() => moved.inputs).toMatchObject([{ body: { from: 1, to: 12, reason: 'On leave' } }])
  await expect.element(screen.getByText('Moved: 38 pairs, 70 contacts, 14 rows.')).toBeVisible()
})

test('[TOD-02] a rule is changed after it has said whom it would list', async () => {
  const setting = {
    rule: 'no_first_meeting' as const,
    isOn: true,
    limit: 10,
    version: 2,
    changedBy: null,
    changedAt: null,
    open: 4,
  }
  answer(rules.listWorkRules, { programme: 'Pragati', rules: [setting] })
  answer(rules.previewWorkRule, ({ query }) => ({ count: query.limit === 7 ? 14 : 4, names: ['Arjun · Joseph'] }))
  const changed = answer(rules.setWorkRule, { rule: setting })
  const screen = await showToday('/staff/today/rules')
  await screen.getByRole('button', { name: 'Change: No first meeting' }).click()
  await screen.getByLabelText('Days').fill('7')
  await expect.element(screen.getByText('This rule would list 14 today, such as Arjun · Joseph.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save the rule' }).click()
  await expect.poll(() => changed.inputs).toMatchObject([{ body: { isOn: true, limit: 7, version: 2 } }])
})

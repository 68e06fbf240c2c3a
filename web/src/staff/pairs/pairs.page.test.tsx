import { broadcast, setBlackout, setChannelMember } from '@saathi/contract/chat/staff-calls'
import { listTeam } from '@saathi/contract/accounts/team-calls'
import { endMentorship, startMentorship, takeOutMember } from '@saathi/contract/mentorship/staff-calls'
import * as calls from '@saathi/contract/staff/pair-calls'
import { listPeople, type PersonRow } from '@saathi/contract/staff/people-calls'
import { listMeetings, retryMeeting } from '@saathi/contract/video/staff-calls'
import { listColleagues } from '@saathi/contract/worklist/calls'
import { addPairNote } from '@saathi/contract/worklist/note-calls'
import { noteContact } from '@saathi/contract/worklist/contact-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const row: calls.PairRow = {
  id: 9,
  groupType: '1to1',
  programme: 'Pragati',
  startedAt: '2026-11-02T06:00:00.000Z',
  endedAt: null,
  people: [
    { id: 42, name: 'Ravi Kulkarni', picture: null, part: 'mentor' },
    { id: 41, name: 'Asha Rao', picture: null, part: 'mentee' },
  ],
  coordinator: { id: 50, name: 'Anita Desai' },
  sessionsDone: 3,
  sessionCount: 16,
  callCount: 2,
  lastCallAt: '2026-11-12T06:00:00.000Z',
}

const member = { picture: null, joinedAt: row.startedAt, leftAt: null, lastSeenAt: '2026-11-14T06:00:00.000Z' }
const ravi: calls.PairMember = {
  ...member,
  id: 42,
  name: 'Ravi Kulkarni',
  firstName: 'Ravi',
  part: 'mentor',
  sessionsDone: 1,
}
const asha: calls.PairMember = { ...member, id: 41, name: 'Asha Rao', firstName: 'Asha', part: 'mentee', sessionsDone: 2 }
const anita: calls.PairMember = {
  ...member,
  id: 50,
  name: 'Anita Desai',
  firstName: 'Anita',
  part: 'pair_manager',
  sessionsDone: 0,
}

const facts: calls.PairFacts = {
  id: 9,
  groupType: '1to1',
  programme: { id: 7, key: 'pragati', name: 'Pragati', isDisabled: false },
  startedAt: row.startedAt,
  endedAt: null,
  members: [ravi, asha, anita],
  sessionsDone: 1,
  sessions: [
    { id: 1, title: 'Getting to know each other', endDate: '2026-11-09T18:29:59.000Z', startedBy: [41, 42], doneBy: [41, 42] },
    { id: 2, title: 'Your strengths', endDate: '2020-11-16T18:29:59.000Z', startedBy: [41], doneBy: [41] },
  ],
  callCount: 1,
  calls: [{ startedAt: '2026-11-12T06:00:00.000Z', minutes: 34 }],
  channels: [
    {
      id: 12,
      kind: 'pair',
      people: ['Ravi', 'Asha'],
      members: [
        { id: 42, firstName: 'Ravi', isActive: true },
        { id: 41, firstName: 'Asha', isActive: true },
      ],
      messageCount: 57,
      lastMessageAt: '2026-11-13T06:00:00.000Z',
      pausedUntil: null,
    },
  ],
  course: {
    agreement: { meetingsPerMonth: null, agreedAt: null, proposals: [] },
    checkIns: [],
    requests: [],
    steps: [],
    farewell: null,
  },
  canManage: true,
  canWork: true,
  canPause: true,
  canSeeRecordings: true,
  work: null,
}

const all = [
  'staff.console',
  'staff.people_read',
  'staff.pairs_read',
  'staff.mentorships',
  'staff.chat',
  'staff.video',
  'staff.team',
]
const rights = { console: { actions: all } }

function answerList(pairs: calls.PairRow[] = [row]) {
  answer(listMeetings, { meetings: [] })
  return answer(calls.listPairs, { pairs, total: pairs.length, next: null, coordinators: [{ id: 50, name: 'Anita Desai' }] })
}

test('[STF-07] the list of pairs shows counts, and keeps search and filters in the address', async () => {
  const list = answerList()
  const screen = await showConsole({ ...rights, path: '/staff/pairs?state=running' })
  const pair = screen.getByRole('row', { name: /Ravi Kulkarni, Asha Rao/ })
  await expect.element(pair).toMatchTextContent(/3 of 16/)
  await expect.element(pair).toMatchTextContent(/Anita Desai/)
  await screen.getByLabelText('Search pairs').fill('asha ravi')
  await expect.poll(screen.pathNow).toBe('/staff/pairs?state=running&search=asha+ravi')
  await screen.getByLabelText('Coordinator').selectOptions('No coordinator')
  await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { search: 'asha ravi', state: 'running', unmanaged: true } })
})

test('[STF-17] an empty list of pairs says what to try, and a failed one offers to try again', async () => {
  answerList([])
  const screen = await showConsole({ ...rights, path: '/staff/pairs' })
  await expect.element(screen.getByText('No pairs yet')).toBeVisible()
  await screen.getByLabelText('State').selectOptions('Ended')
  await expect.element(screen.getByText('No pair fits these filters')).toBeVisible()
  answer(calls.listPairs, refuse('core.broken', 500, 'Broken.'))
  await screen.getByLabelText('State').selectOptions('Running')
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answerList()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('row', { name: /Asha Rao/ })).toBeVisible()
})

const person = (id: number, name: string, role: PersonRow['role'], stage: PersonRow['stage']): PersonRow => ({
  id,
  name,
  picture: null,
  role,
  programme: 'Pragati',
  stage,
  partners: [],
  waitsSince: null,
  joinedAt: row.startedAt,
  lastSeenAt: null,
})

test('[TOD-14] a mentorship is started with two people and a reason, and says what opens', async () => {
  answerList()
  answer(listTeam, { members: [], rolesToGive: [] })
  answer(listPeople, {
    people: [person(42, 'Ravi Kulkarni', 'Mentor', 'waits_for_match'), person(41, 'Asha Rao', 'Mentee', 'waits_for_match')],
    total: 2,
    next: null,
    readAt: '2026-11-18T06:00:00.000Z',
  })
  const starting = answer(startMentorship, {
    id: 9,
    groupType: '1to1',
    programme: 'Pragati',
    startedAt: row.startedAt,
    endedAt: null,
    members: [],
  })
  const screen = await showConsole({ ...rights, path: '/staff/pairs' })
  await screen.getByRole('button', { name: 'Start a mentorship' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/Path, chat, calls and calendar open/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('They know each other')
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Choose a mentor/)
  expect(starting.inputs).toEqual([])
  await dialog.getByRole('button', { name: /Ravi Kulkarni/ }).click()
  await dialog.getByRole('button', { name: /Asha Rao/ }).click()
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await expect.poll(screen.pathNow).toBe('/staff/pairs/9')
  expect(starting.inputs).toEqual([{ body: { mentor: 42, mentees: [41], pairManager: null, reason: 'They know each other' } }])
})

test('a broadcast says whom it reaches before it is sent', async () => {
  answerList()
  const sending = answer(broadcast, { channels: 1 })
  const screen = await showConsole({ ...rights, path: '/staff/pairs' })
  await screen.getByRole('button', { name: 'Write to all pairs' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('1 pair or group gets it.')).toBeVisible()
  await dialog.getByLabelText('Message').fill('We are closed on Friday')
  await dialog.getByRole('button', { name: 'Send to all' }).click()
  await expect.element(screen.getByText('Sent to 1 chat')).toBeVisible()
  expect(sending.inputs).toEqual([{ body: { projectId: 7, message: 'We are closed on Friday' } }])
})

test('a failed recording is retried from the list, and links to its pair', async () => {
  answerList()
  answer(listMeetings, {
    meetings: [
      {
        meetingRecordingId: 3,
        channel: 12,
        mentorship: 9,
        people: ['Ravi Kulkarni', 'Asha Rao'],
        programme: 'Pragati',
        startedAt: '2026-11-12T06:00:00.000Z',
        endedAt: '2026-11-12T06:34:00.000Z',
        state: 'failed',
        step: 'summary',
        attempts: 9,
        lastError: 'The endpoint answered 503.',
        lastTriedAt: null,
      },
    ],
  })
  const retrying = answer(retryMeeting, {})
  const screen = await showConsole({ ...rights, path: '/staff/pairs?tab=recordings' })
  await expect.element(screen.getByText('Failed: summary')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Ravi Kulkarni, Asha Rao/ })).toHaveAttribute('href', '/staff/pairs/9')
  await screen.getByRole('button', { name: /^Try again/ }).click()
  await expect.poll(() => retrying.inputs).toEqual([{ params: { id: 3 }, body: {} }])
})

async function openPair(pair = facts) {
  answer(listMeetings, { meetings: [] })
  const opening = answer(calls.getPairFacts, pair)
  const screen = await showConsole({ ...rights, path: '/staff/pairs/9' })
  await expect.element(screen.getByRole('heading', { name: 'Open the page of a pair' })).toBeVisible()
  expect(opening.inputs).toEqual([])
  await screen.getByText('Before a call or visit').click()
  await screen.getByRole('button', { name: 'Open the page' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ravi and Asha' })).toBeVisible()
  expect(opening.inputs).toMatchObject([{ params: { id: 9 }, query: { reason: 'Before a call or visit' } }])
  return screen
}

test('[STF-12] the page of a pair asks for a reason, then shows counts and late sessions', async () => {
  const screen = await openPair()
  await expect.element(screen.getByText('Finished by everyone')).toBeVisible()
  await expect.element(screen.getByText('Finished by Asha')).toBeVisible()
  await expect.element(screen.getByText(/^was due/)).toBeVisible()
  await expect.element(screen.getByText(/34 minutes/)).toBeVisible()
  await expect.element(screen.getByText(/57 messages/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Asha Rao/ })).toHaveAttribute('href', '/staff/people/41')
})

test('a conversation is paused for some days and a farewell ended early, each with a reason and its consequences', async () => {
  const begunAt = row.startedAt
  const farewell = { reason: 'time_over', begunAt, closesAt: begunAt, closedAt: null } as const
  const screen = await openPair({ ...facts, course: { ...facts.course, farewell: { ...farewell, writtenBy: [] } } })
  const pausing = answer(setBlackout, {})
  await screen.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.element(screen.getByText(/can't write to each other or call/)).toBeVisible()
  await screen.getByLabelText('Reason').fill('They asked for a break')
  await screen.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await expect
    .poll(() => pausing.inputs)
    .toEqual([{ params: { id: 12 }, body: { until: expect.any(String), reason: 'They asked for a break' } }])
  const ending = answer(endMentorship, {
    id: 9,
    groupType: '1to1',
    programme: 'Pragati',
    startedAt: row.startedAt,
    endedAt: null,
    members: [],
  })
  await screen.getByRole('button', { name: 'End it today' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/Everyone is notified/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('The time is over')
  await dialog.getByRole('button', { name: 'End it today' }).click()
  await expect.poll(() => ending.inputs).toEqual([{ params: { id: 9 }, body: { reason: 'The time is over' } }])
})

test('a member is taken out of a conversation and put back, with a reason and its consequences', async () => {
  const screen = await openPair()
  const setting = answer(setChannelMember, refuse('chat.member_not_found', 404, 'There is no such member.'))
  const [channel] = facts.channels
  if (!channel) throw new Error('There is no conversation')
  await screen.getByRole('button', { name: 'Members: Ravi, Asha' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Person').selectOptions('Asha: in this conversation')
  await expect.element(dialog.getByText(/^Asha can’t read, write or call here/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('She asked for quiet')
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/no such member/)
  expect(setting.inputs).toEqual([{ params: { id: 12, personId: 41 }, body: { isActive: false, reason: 'She asked for quiet' } }])

  const members = channel.members.map((each) => ({ ...each, isActive: each.id !== 41 }))
  answer(calls.getPairFacts, { ...facts, channels: [{ ...channel, people: ['Ravi'], members }] })
  const again = answer(setChannelMember, {})
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect.element(screen.getByText('Taken out: Asha')).toBeVisible()
  await screen.getByRole('button', { name: 'Members: Ravi' }).click()
  await dialog.getByLabelText('Person').selectOptions('Asha: taken out')
  await expect.element(dialog.getByText(/^Asha can read, write and call here again/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('She is back')
  await dialog.getByRole('button', { name: 'Put back' }).click()
  await expect.poll(() => again.inputs.at(-1)?.body).toEqual({ isActive: true, reason: 'She is back' })
})

test('removing the last mentee says that the mentorship ends, and shows a refusal', async () => {
  const screen = await openPair()
  answer(takeOutMember, refuse('mentorship.not_found', 404, 'There is no such mentorship.'))
  await screen.getByRole('button', { name: 'Remove Asha' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/ends for everyone/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('She asked for it')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/no such mentorship/)
})

test('[STF-05] who may only read a pair sees no acts', async () => {
  const screen = await openPair({ ...facts, canManage: false, canPause: false, canSeeRecordings: false })
  expect(screen.getByRole('button', { name: /^(End|Pause|Remove)/ }).elements()).toEqual([])
})

test('[TOD-06] the page of a pair shows rows of the list, meetings, contacts and the agreement, and a contact is noted there', async () => {
  const person = (id: number, firstName: string, part: 'mentor' | 'mentee') => ({
    id,
    name: firstName,
    firstName,
    picture: null,
    part,
  })
  const lead = person(2, 'Ravi', 'mentor')
  const follower = person(1, 'Asha', 'mentee')
  answer(listColleagues, { colleagues: [] })
  const noted = answer(noteContact, {
    contact: { id: 9, person: follower, by: 'Farida', how: 'call', wasReached: true, note: '', at: '2026-11-14T06:00:00.000Z' },
  })
  const screen = await openPair({
    ...facts,
    work: {
      items: [
        {
          id: 5,
          rule: 'no_meeting',
          limit: 150,
          subject: 'pair',
          people: [lead, follower],
          programme: 'Pragati',
          mentorship: facts.id,
          since: '2026-10-01T06:00:00.000Z',
          dueAt: '2026-10-22T06:00:00.000Z',
          fact: { count: 3, everyDays: 14, side: null, until: null },
          owner: null,
          snoozed: null,
          closedAt: null,
          readers: [],
        },
      ],
      people: [lead, follower],
      everyDays: 14,
      isAgreed: true,
      meetings: [{ at: '2026-10-01T06:00:00.000Z', minutes: 34 }],
      meetingCount: 1,
      endsAt: '2027-06-11T18:29:59.000Z',
      checkIns: [{ personId: 1, at: '2026-11-01T06:00:00.000Z', score: 4 }],
      contacts: [
        {
          id: 8,
          person: lead,
          by: 'Anita',
          how: 'call',
          wasReached: false,
          note: 'Free after 8 pm.',
          at: '2026-11-13T06:00:00.000Z',
        },
      ],
      planned: [{ person: lead, on: '2026-11-19', by: { id: 50, name: 'Anita Desai' }, isDone: false }],
      nudges: [{ id: 6, person: follower, trigger: 'no_meeting', state: 'sent', on: '2026-11-10', title: 'Time for a call?' }],
      notes: [{ id: 3, text: 'Her exams end in March.', by: 'Anita', at: '2026-11-13T06:00:00.000Z' }],
    },
  })
  const main = screen.getByRole('main')
  await expect.element(main).toMatchTextContent(/On the list: No meeting for/)
  await expect.element(main).toMatchTextContent(/Agreed: one every 14 days/)
  await expect.element(main).toMatchTextContent(/Anita Desai gets in touch with Ravi/)
  await expect.element(main).toMatchTextContent(/not reached · Free after 8 pm\./)
  await expect.element(main).toMatchTextContent(/Reminder sent to Asha10 Nov 2026By itself: Time for a call\?/)
  await expect.element(main).toMatchTextContent(/Her exams end in March\.Anita/)
  await expect.element(main).toMatchTextContent(/next contact19 Nov|19 Nov.*next contact/)
  await expect.element(main).toMatchTextContent(/Planned end/)
  const notes = answer(addPairNote, { note: { id: 4, text: 'They meet on Sundays.', by: 'Anita', at: row.startedAt } })
  await screen.getByLabelText('New note').fill('They meet on Sundays.')
  await screen.getByRole('button', { name: 'Save note' }).click()
  await expect.poll(() => notes.inputs).toMatchObject([{ params: { id: 9 }, body: { text: 'They meet on Sundays.' } }])
  await screen.getByRole('button', { name: 'Note a contact' }).click()
  await screen.getByLabelText('With whom').selectOptions('Asha')
  await screen.getByRole('button', { name: 'Save the contact' }).click()
  await expect.poll(() => noted.inputs).toMatchObject([{ body: { personId: 1 } }])
})

import { getProfile } from '@saathi/contract/accounts/calls'
import { addPerson, setDisabled, setFlags, setMaintenance, setVerified } from '@saathi/contract/accounts/staff-calls'
import { broadcast, redactMessage, setBlackout, setChannelMember, setQuietHours } from '@saathi/contract/chat/staff-calls'
import { answerHelp, closeHelpCase, getHelpCase, listHelpCases } from '@saathi/contract/help/calls'
import {
  endMentorship,
  listStaffMentorships,
  startMentorship,
  takeOutMember,
  type StaffMentorship,
} from '@saathi/contract/mentorship/staff-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'

type DevCall = { path: string; authorization: string | null }
const devCalls: DevCall[] = []
const accounts = [
  { id: 7, email: 'asha@saathi.example', display_name: 'Asha Rao', role: 'Mentee', is_disabled: false },
  { id: 3, email: 'ravi@saathi.example', display_name: 'Ravi Menon', role: 'Mentor', is_disabled: false },
]

/** The /dev calls are not in the contract, so they are answered here. */
function answerDev(secondFactor = Response.json({})) {
  const product = window.fetch
  const replies: Record<string, () => Response> = {
    '/dev/accounts.json': () => Response.json({ accounts }),
    '/dev/sign-in/': () => Response.json({ access_token: 'staff-token', expires_in: 600, user_id: 9 }),
    '/dev/second-factor/': () => secondFactor.clone(),
  }
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const reply = replies[path]
    if (!reply) return product(input, init)
    devCalls.push({ path, authorization: request.headers.get('authorization') })
    return reply()
  }
}

beforeEach(() => {
  devCalls.length = 0
  answer(getProfile, makeProfile({ displayName: 'Harjit' }))
  answer(listHelpCases, { cases: [], hasNextPage: false, counts: { open: 1, mine: 0, unassigned: 1, urgent: 0 } })
  answer(listStaffMentorships, { mentorships: [], hasNextPage: false })
})

async function enterAsStaff() {
  answerDev()
  const screen = await showApp({ path: '/dev/staff' })
  await screen.getByRole('button', { name: 'Enter as staff' }).click()
  await expect.element(screen.getByText('You are signed in as staff, with the second factor given.')).toBeVisible()
  return screen
}

async function choosePerson() {
  const screen = await enterAsStaff()
  await screen.getByRole('combobox', { name: 'Who' }).selectOptions('7')
  return screen
}

describe('signing in as staff', () => {
  test('takes one click and passes the second factor', async () => {
    const screen = await enterAsStaff()
    expect(devCalls).toContainEqual({ path: '/dev/second-factor/', authorization: 'Bearer staff-token' })
    await expect.element(screen.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
  })

  test("clears the previous person's data and notifies other tabs", async () => {
    answerDev()
    const messages: unknown[] = []
    const otherTab = new BroadcastChannel('saathi')
    otherTab.addEventListener('message', ({ data }) => messages.push(data))
    const screen = await showApp({ path: '/dev/staff', profile: makeProfile({ id: 7 }) })
    localStorage.setItem('saathi.help.draft', 'My mentor is ill.')
    sessionStorage.setItem('saathi.survey.1.11', '{}')
    await screen.getByRole('button', { name: 'Enter as staff' }).click()
    await expect.element(screen.getByText('You are signed in as staff, with the second factor given.')).toBeVisible()
    expect([localStorage.getItem('saathi.help.draft'), sessionStorage.getItem('saathi.survey.1.11')]).toEqual([null, null])
    await expect.poll(() => messages).toContainEqual({ type: 'signedIn', userId: 9 })
    expect(screen.pathNow()).toBe('/dev/staff')
    otherTab.close()
  })

  test('shows a refusal and can be retried', async () => {
    answerDev(Response.json({ code: 'core.forbidden', message: 'No.' }, { status: 403 }))
    const screen = await showApp({ path: '/dev/staff' })
    const button = screen.getByRole('button', { name: 'Enter as staff' })
    await button.click()
    await expect.element(screen.getByText('core.forbidden')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Maintenance' }).elements()).toEqual([])
    answerDev()
    await button.click()
    await expect.element(screen.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
  })
})

test('maintenance is switched on and off by the real call, and the page stays', async () => {
  const { inputs } = answer(setMaintenance, ({ body }) => body)
  const screen = await enterAsStaff()
  await screen.getByRole('button', { name: 'Close Saathi' }).click()
  await screen.getByRole('button', { name: 'Open Saathi again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Close Saathi' })).toBeVisible()
  expect(inputs).toEqual([{ body: { underMaintenance: true } }, { body: { underMaintenance: false } }])
  expect(screen.pathNow()).toBe('/dev/staff')
})

test('only the chosen flags are sent', async () => {
  const { inputs } = answer(setFlags, {})
  const screen = await choosePerson()
  await screen.getByRole('combobox', { name: 'curriculum' }).selectOptions('use')
  await screen.getByRole('combobox', { name: 'aiChat' }).selectOptions('off')
  await screen.getByRole('combobox', { name: 'aiChat' }).selectOptions('as it is')
  await screen.getByRole('button', { name: 'Set these flags' }).click()
  await expect.element(screen.getByText('Done.')).toBeVisible()
  expect(inputs).toEqual([{ params: { personId: 7 }, body: { curriculum: 'use' } }])
})

test('a person is disabled and verified by the real calls', async () => {
  const disabling = answer(setDisabled, {})
  const verifying = answer(setVerified, {})
  const screen = await choosePerson()
  await screen.getByRole('button', { name: 'Shut out at once' }).click()
  await screen.getByRole('button', { name: 'Address is verified' }).click()
  await expect.poll(() => verifying.inputs).toEqual([{ params: { personId: 7 }, body: { isVerified: true } }])
  expect(disabling.inputs).toEqual([{ params: { personId: 7 }, body: { isDisabled: true, reason: expect.any(String) } }])
})

test("a refusal is shown with the server's code", async () => {
  answer(setDisabled, refuse('accounts.not_oneself', 409))
  const screen = await choosePerson()
  await screen.getByRole('button', { name: 'Shut out at once' }).click()
  await expect.element(screen.getByText('accounts.not_oneself')).toBeVisible()
})

test('a person is added, and nothing is sent while a field is missing', async () => {
  const { inputs } = answer(addPerson, { personId: 9 })
  const screen = await enterAsStaff()
  const form = screen.getByRole('form', { name: 'Add a person' })
  await form.getByRole('button', { name: 'Make the account' }).click()
  await expect.element(form.getByRole('alert')).toBeVisible()
  expect(inputs).toEqual([])
  await form.getByRole('textbox', { name: 'E-mail' }).fill('New@Saathi.Example')
  await form.getByRole('textbox', { name: 'First name' }).fill('Nila')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Das')
  await form.getByRole('button', { name: 'Make the account' }).click()
  await expect.element(form.getByText(/letter is in the mailbox/)).toBeVisible()
  const body = { email: 'new@saathi.example', role: 'Mentee', firstName: 'Nila', lastName: 'Das', newPrimaryLanguage: 'en' }
  expect(inputs).toEqual([{ body }])
})

test('a help case is answered and closed by the real calls', async () => {
  const open = {
    id: 3,
    personId: 7,
    personName: 'Asha Rao',
    role: 'Mentee' as const,
    lastMessage: 'How do I begin?',
    lastMessageAt: '2026-11-15T10:00:00Z',
    isWaiting: true,
    isClosed: false,
    isUrgent: false,
    concern: null,
    assignee: null,
  }
  const question = {
    id: 1,
    clientId: '4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e',
    isFromStaff: false,
    senderName: null,
    body: 'How do I begin?',
    sentAt: open.lastMessageAt,
  }
  answer(listHelpCases, { cases: [open], hasNextPage: false, counts: { open: 1, mine: 0, unassigned: 1, urgent: 0 } })
  const since = { ...question, id: 4, clientId: '5c2a1d7f-3b64-4c8f-8e66-1a7b2d3c4e5f', body: 'And one more thing.' }
  const messages = [question]
  answer(getHelpCase, () => ({ case: open, messages, hasEarlier: false, team: [], readers: [] }))
  const answering = answer(answerHelp, ({ body }) => ({ ...question, ...body, id: 2, isFromStaff: true, senderName: 'Harjit' }))
  answer(closeHelpCase, refuse('help.new_message', 409))
  const screen = await enterAsStaff()
  await expect.element(screen.getByText('1 person is waiting for an answer.')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Conversation' }).selectOptions('3')
  const form = screen.getByRole('form', { name: 'Conversation with Asha Rao' })
  await expect.element(form.getByRole('listitem')).toHaveTextContent('Asha Rao How do I begin?')
  await form.getByRole('button', { name: 'Send the answer' }).click()
  expect(answering.inputs).toEqual([])
  await form.getByRole('textbox', { name: 'Your answer' }).fill('With the first session.')
  await form.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(form.getByText('The answer is on its way.')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
  const body = { clientId: expect.any(String), body: 'With the first session.' }
  expect(answering.inputs).toEqual([{ params: { id: 3 }, body }])
  messages.push(since)
  const close = form.getByRole('button', { name: 'Nothing is open any more' })
  await close.click()
  await expect.element(form.getByText(/A new message has come\. It stands above now/)).toBeVisible()
  await expect.element(form.getByRole('listitem').nth(1)).toHaveTextContent('Asha Rao And one more thing.')
  const closing = answer(closeHelpCase, { case: { ...open, isWaiting: false, isClosed: true } })
  await close.click()
  await expect.poll(() => closing.inputs).toEqual([{ params: { id: 3 }, body: { upTo: 4 } }])
})

test('an urgent conversation is first and marked', async () => {
  const about = { role: 'Mentee' as const, lastMessageAt: '2026-11-15T10:00:00Z', isWaiting: true, isClosed: false }
  answer(listHelpCases, {
    cases: [
      {
        ...about,
        id: 4,
        personId: 8,
        personName: 'Nila Das',
        lastMessage: 'Help',
        isUrgent: true,
        concern: 'self-harm',
        assignee: null,
      },
      {
        ...about,
        id: 3,
        personId: 7,
        personName: 'Asha Rao',
        lastMessage: 'Hello',
        isUrgent: false,
        concern: null,
        assignee: null,
      },
    ],
    hasNextPage: false,
    counts: { open: 2, mine: 0, unassigned: 2, urgent: 1 },
  })
  const screen = await enterAsStaff()
  const options = screen.getByRole('combobox', { name: 'Conversation' }).getByRole('option')
  await expect.element(options.nth(1)).toHaveTextContent('Urgent: Nila Das · Help')
  await expect.element(options.nth(2)).toHaveTextContent('Asha Rao · Hello')
})

describe('a mentorship', () => {
  const person = (userId: number, userFullName: string, part: 'mentor' | 'mentee') => ({
    userId,
    userFullName,
    firstName: userFullName,
    displayPicture: null,
    bio: '',
    part,
    isPairManager: false,
    isActive: true,
  })
  const pair: StaffMentorship = {
    id: 5,
    groupType: '1to1',
    programme: 'First steps',
    startedAt: '2026-11-01T10:00:00Z',
    endedAt: null,
    members: [person(3, 'Ravi Menon', 'mentor'), person(7, 'Asha Rao', 'mentee')],
  }

  test('is started by the real call, and nothing is sent while a person is missing', async () => {
    const { inputs } = answer(startMentorship, pair)
    const screen = await enterAsStaff()
    const form = screen.getByRole('form', { name: 'Start a mentorship' })
    await form.getByRole('button', { name: 'Bring them together' }).click()
    await expect.element(form.getByRole('alert')).toBeVisible()
    expect(inputs).toEqual([])
    await form.getByRole('combobox', { name: 'Mentor' }).selectOptions('3')
    await form.getByRole('listbox', { name: 'Mentees' }).selectOptions('7')
    await form.getByRole('button', { name: 'Bring them together' }).click()
    await expect.element(form.getByText('They walk together now, and have been told.')).toBeVisible()
    expect(inputs).toEqual([{ body: { mentor: 3, mentees: [7], pairManager: null } }])
  })

  test('loses a member and is ended by the real calls', async () => {
    answer(listStaffMentorships, { mentorships: [pair], hasNextPage: false })
    const taking = answer(takeOutMember, refuse('mentorship.not_found', 404))
    const ending = answer(endMentorship, { ...pair, endedAt: '2026-11-15T10:00:00Z' })
    const screen = await enterAsStaff()
    await screen.getByRole('combobox', { name: 'Mentorship', exact: true }).selectOptions('5')
    await screen.getByRole('button', { name: 'Take out Asha Rao' }).click()
    await expect.element(screen.getByText('mentorship.not_found')).toBeVisible()
    await screen.getByRole('button', { name: 'End this mentorship' }).click()
    await expect.poll(() => ending.inputs).toEqual([{ params: { id: 5 } }])
    expect(taking.inputs).toEqual([{ params: { id: 5, userId: 7 } }])
  })
})

test('conversations are closed, opened, broadcast to and redacted by the real calls', async () => {
  const member = answer(setChannelMember, {})
  const blackout = answer(setBlackout, {})
  const quiet = answer(setQuietHours, {})
  const broadcasting = answer(broadcast, { channels: 4 })
  const redacting = answer(redactMessage, refuse('chat.message_not_found', 404))
  const screen = await enterAsStaff()
  const fill = (name: string, text: string) => screen.getByRole('textbox', { name, exact: true }).fill(text)
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  await fill('Number of the conversation', '12')
  await fill('Number of the person', '7')
  await press('Take this person out')
  await expect.poll(() => member.inputs).toEqual([{ params: { id: 12, personId: 7 }, body: { isActive: false } }])
  await press('Open it again')
  await expect.poll(() => blackout.inputs).toEqual([{ params: { id: 12 }, body: { until: null } }])
  await fill('Number of the program', '2')
  await press('Set quiet hours')
  const hours = { begins: '22:00', ends: '06:00' }
  await expect.poll(() => quiet.inputs).toEqual([{ params: { projectId: 2 }, body: { hours } }])
  await fill('To everybody in the program', 'Closed on Friday')
  await press('Tell everybody')
  await expect.element(screen.getByText('It is being said in 4 conversations.')).toBeVisible()
  expect(broadcasting.inputs).toEqual([{ body: { projectId: 2, message: 'Closed on Friday' } }])
  await fill('Number of the message', '99')
  await press('Take its words away')
  await expect.element(screen.getByText('chat.message_not_found')).toBeVisible()
  expect(redacting.inputs).toEqual([{ params: { id: 99 }, body: {} }])
})

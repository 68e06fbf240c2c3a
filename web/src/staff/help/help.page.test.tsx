import type { CallReply } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/help/staff-calls'
import type { HelpCase, HelpMessage } from '@saathi/contract/help/entities'
import { describe, expect, test } from 'vitest'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const asks: HelpCase = {
  id: 31,
  personId: 8,
  personName: 'Asha Rao',
  role: 'Mentee',
  lastMessage: 'How do I change the time?',
  lastMessageAt: '2026-11-14T06:00:00.000Z',
  isWaiting: true,
  isClosed: false,
  isUrgent: true,
  concern: 'self-harm',
  assignee: null,
}
const question: HelpMessage = {
  id: 90,
  clientId: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b01',
  isFromStaff: false,
  senderName: null,
  body: asks.lastMessage,
  sentAt: asks.lastMessageAt,
}
const reply = { ...question, id: 91, isFromStaff: true, senderName: 'Farida', body: 'In the calendar.' }
const counts = { open: 1, mine: 0, unassigned: 1, urgent: 1 }
const team = [
  { personId: 1, name: 'Farida Khan' },
  { personId: 12, name: 'Nisha Fernandes' },
]
const conversation: CallReply<typeof calls.getHelpCase> = {
  case: asks,
  messages: [question],
  hasEarlier: false,
  team,
  readers: [],
}

async function showCase(changes: Partial<typeof conversation> = {}) {
  answer(calls.getHelpCase, { ...conversation, ...changes })
  answer(calls.setHelpPresence, { readers: changes.readers ?? [] })
  return showConsole({ path: '/staff/help/31' })
}

describe('the help inbox', () => {
  test('[STF-16] lists who waits and marks urgent ones; one is answered and closed', async () => {
    answer(calls.listHelpCases, { cases: [asks], hasNextPage: false, counts })
    answer(calls.getHelpCase, conversation)
    const shown = answer(calls.setHelpPresence, { readers: [] })
    const answered = answer(calls.answerHelp, reply)
    const closed = answer(calls.closeHelpCase, { case: { ...asks, isClosed: true } })
    const screen = await showConsole({ path: '/staff/help' })
    const row = screen.getByRole('row').nth(1)
    for (const words of ['Asha Rao', 'Urgent', 'Possible self-harm', 'Waits for an answer']) {
      await expect.element(row.getByText(words, { exact: true })).toBeVisible()
    }
    await row.getByRole('link').click()
    await screen.getByLabelText('Your answer').fill('In the calendar.')
    await expect.poll(() => shown.inputs.map(({ body }) => body.state)).toContain('writing')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByLabelText('Your answer')).toHaveValue('')
    expect(answered.inputs.map(({ body }) => [body.body, body.readUpTo])).toEqual([['In the calendar.', 90]])
    await screen.getByRole('button', { name: 'Close this conversation' }).click()
    await expect.poll(() => closed.inputs).toEqual([{ params: { id: 31 }, body: { upTo: 90 } }])
  })

  test('[STF-16] has parts with counts and a search, both in the address', async () => {
    const { inputs } = answer(calls.listHelpCases, { cases: [asks], hasNextPage: false, counts })
    const screen = await showConsole({ path: '/staff/help?view=unassigned' })
    await expect.element(screen.getByRole('tab', { name: 'Unassigned (1)' })).toHaveAttribute('aria-selected', 'true')
    await screen.getByRole('searchbox', { name: 'Search conversations' }).fill('asha')
    await expect.poll(() => inputs.at(-1)?.query).toMatchObject({ view: 'unassigned', search: 'asha' })
    await screen.getByRole('tab', { name: 'Urgent (1)' }).click()
    await expect.poll(() => inputs.at(-1)?.query).toMatchObject({ view: 'urgent', search: 'asha' })
  })

  test('[STF-16] loads again when a conversation changes', async () => {
    const { inputs } = answer(calls.listHelpCases, { cases: [asks], hasNextPage: false, counts })
    const screen = await showConsole({ path: '/staff/help' })
    await expect.element(screen.getByText('Asha Rao')).toBeVisible()
    await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
    const socket = FakeSocket.instances.at(-1)
    socket?.open()
    const before = inputs.length
    socket?.say({ type: 'help.case_changed', case: 31 })
    await expect.poll(() => inputs.length).toBeGreaterThan(before)
  })

  test('[STF-17] without anybody waiting says so', async () => {
    answer(calls.listHelpCases, { cases: [], hasNextPage: false, counts: { open: 0, mine: 0, unassigned: 0, urgent: 0 } })
    const screen = await showConsole({ path: '/staff/help' })
    await expect.element(screen.getByText('Nobody waits for an answer')).toBeVisible()
  })
})

describe('one conversation', () => {
  test('[STF-16] is handed to a colleague, and leads to the page of the person', async () => {
    const { inputs } = answer(calls.assignHelpCase, { case: { ...asks, assignee: team[1] ?? null } })
    const screen = await showCase()
    await screen.getByLabelText('Assigned to').selectOptions('Nisha Fernandes')
    await expect.poll(() => inputs).toEqual([{ params: { id: 31 }, body: { personId: 12 } }])
    const link = screen.getByRole('link', { name: 'Open the page of Asha Rao' })
    await expect.element(link).toHaveAttribute('href', '/staff/people/8')
  })

  test('[STF-16] shows who else has it open and who writes', async () => {
    const screen = await showCase({ readers: [{ personId: 12, name: 'Nisha Fernandes', isWriting: true }] })
    await expect.element(screen.getByText('Nisha Fernandes is writing.')).toBeVisible()
  })

  test('[STF-16] shows a colleague’s reply before the own one is sent', async () => {
    const screen = await showCase()
    answer(calls.answerHelp, refuse('help.colleague_replied', 409, 'A colleague has just replied.'))
    await screen.getByLabelText('Your answer').fill('Try the calendar.')
    answer(calls.getHelpCase, { ...conversation, messages: [question, { ...reply, senderName: 'Nisha' }] })
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('A colleague has just replied.')
    await expect.element(screen.getByText('In the calendar.')).toBeVisible()
    await expect.element(screen.getByLabelText('Your answer')).toHaveValue('Try the calendar.')
    const { inputs } = answer(calls.answerHelp, { ...reply, id: 92 })
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => inputs.map(({ body }) => body.readUpTo)).toEqual([91])
  })

  test('[STF-16] shows earlier messages page by page', async () => {
    const screen = await showCase({ hasEarlier: true })
    await expect.element(screen.getByText(asks.lastMessage)).toBeVisible()
    answer(calls.getHelpCase, { ...conversation, messages: [{ ...question, id: 40, body: 'My first words' }] })
    await screen.getByRole('button', { name: 'Show earlier messages' }).click()
    await expect.element(screen.getByText('My first words')).toBeVisible()
    await expect.element(screen.getByRole('listitem').filter({ hasText: asks.lastMessage })).toBeVisible()
  })

  test('[STF-16] that is closed can be opened again', async () => {
    const { inputs } = answer(calls.reopenHelpCase, { case: asks })
    const screen = await showCase({ case: { ...asks, isClosed: true, isWaiting: false } })
    await screen.getByRole('button', { name: 'Open it again' }).click()
    await expect.poll(() => inputs).toEqual([{ params: { id: 31 }, body: {} }])
  })

  test('[STF-03] disappears from an open tab once the right has ended', async () => {
    const screen = await showCase()
    await expect.element(screen.getByText(asks.lastMessage)).toBeVisible()
    answer(calls.getHelpCase, refuse('core.forbidden', 403))
    answer(calls.closeHelpCase, refuse('core.forbidden', 403))
    await screen.getByRole('button', { name: 'Close this conversation' }).click()
    await expect.element(screen.getByRole('heading', { name: 'This is not open to you' })).toBeVisible()
    expect(screen.getByText(asks.lastMessage).elements()).toEqual([])
  })
})

import { redactMessage } from '@saathi/contract/chat/staff-calls'
import { listSafetyHelplines } from '@saathi/contract/safety/calls'
import * as calls from '@saathi/contract/safety/case-calls'
import type { Case, EvidenceMessage } from '@saathi/contract/safety/case-entities'
import * as desk from '@saathi/contract/safety/desk-calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'
import { caseRow, caseReport, farida, fullCase, vikram } from './safety.fake.ts'

const rights = { actions: ['staff.console', 'staff.safety'] }

function answerQueue(cases = [caseRow()]) {
  answer(listSafetyHelplines, { helplines: [{ number: '1098', name: 'Child Helpline', text: 'Free, day and night' }] })
  return answer(desk.listCases, {
    cases,
    hasNextPage: false,
    counts: { urgent: 1, normal: 0, mine: 0, free: 1, pastTime: 0 },
    figures: { urgentMedianMinutes: 22, normalMedianMinutes: null, answered: 9, answeredInTime: 9 },
  })
}
const showQueue = () => showConsole({ console: rights, path: '/staff/safety' })

function showCase(data: Case) {
  answer(desk.getCase, data)
  return showConsole({ console: rights, path: '/staff/safety/147' })
}

const message: EvidenceMessage = {
  messageId: 5,
  sender: { personId: 9, name: 'Dinesh K.' },
  text: 'Saturday, near the station. Only us.',
  at: '2026-11-17T16:18:00.000Z',
  isErased: false,
  isReported: true,
  file: null,
}

test('[SAF-11] the words of a reporter are not in the page until asked for', async () => {
  answerQueue()
  const screen = await showQueue()
  await expect.element(screen.getByRole('link', { name: /wants to meet alone/ })).toBeVisible()
  expect(document.body.textContent).not.toContain('It should stop.')
  await screen.getByRole('button', { name: 'Show words' }).click()
  await expect.element(screen.getByText('It should stop.')).toBeVisible()
})

test('[SAF-11] Esc twice blanks the screen, and what was typed is there afterwards', async () => {
  const screen = await showCase(fullCase())
  await screen.getByLabelText('Facts').fill('By phone she said no.')
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(screen.getByText('The desk is hidden.')).toBeVisible()
  await expect.element(screen.getByText('Dinesh K.').first()).not.toBeVisible()
  await screen.getByRole('button', { name: 'Show it again' }).click()
  await expect.element(screen.getByLabelText('Facts')).toHaveValue('By phone she said no.')
})

test('[SAF-11] the queue works by keyboard: J moves to a case and T takes it', async () => {
  answerQueue([caseRow(), caseRow({ id: 148, isUrgent: false, reason: 'rude' })])
  const screen = await showQueue()
  await expect.element(screen.getByRole('link', { name: /Rude or hurtful/ })).toBeVisible()
  const taking = answer(desk.takeCase, fullCase({ id: 148 }))
  answer(desk.getCase, fullCase({ id: 148 }))
  await userEvent.keyboard('jj')
  await expect.element(screen.getByRole('link', { name: /Rude or hurtful/ })).toHaveFocus()
  await userEvent.keyboard('t')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Case 148' })).toBeVisible()
  expect(taking.inputs).toMatchObject([{ params: { id: 148 } }])
})

test('[SAF-06] a case that a colleague has just taken is refused in place', async () => {
  answerQueue()
  const screen = await showQueue()
  answer(desk.takeCase, refuse('safety.case_taken', 409, 'Vikram Sethi has just taken this case.'))
  await screen.getByRole('button', { name: 'Take it: Case 147' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Vikram Sethi has just taken/)
})

test('[SAF-07] the reported messages open with a reason, and only the whole conversation needs a second person', async () => {
  const screen = await showCase(fullCase())
  expect(document.body.textContent).not.toContain('Saturday')
  const opening = answer(desk.openWindow, {
    copiedAt: message.at,
    messages: [message],
    facts: [],
    picture: null,
    isSealWhole: true,
  })
  await screen.getByLabelText('Reason').fill('To see what was asked')
  await screen.getByRole('button', { name: 'Open the messages' }).click()
  await expect.element(screen.getByText('Saturday, near the station. Only us.')).toBeVisible()
  expect(opening.inputs).toMatchObject([{ params: { id: 147, reportId: 31 }, body: { reason: 'To see what was asked' } }])
  await screen.getByRole('button', { name: 'Close now' }).click()
  expect(document.body.textContent).not.toContain('Saturday')
  const key = { id: 3, reason: 'A place', askedBy: farida, askedAt: message.at, agreedBy: null, until: null, isOpen: true }
  const asking = answer(desk.askUnlock, fullCase({ unlocks: [key] }))
  await screen.getByRole('button', { name: 'I need to read more' }).click()
  await screen.getByLabelText('Reason').last().fill('A place')
  await screen.getByRole('button', { name: 'Ask for the second approval' }).click()
  await expect.element(screen.getByText('Waiting for the second approval')).toBeVisible()
  expect(asking.inputs).toMatchObject([{ body: { reason: 'A place' } }])
  // The person who asked cannot agree.
  expect(screen.getByRole('button', { name: 'Give the second approval' }).elements()).toEqual([])
})

test('[SAF-09] the reported message is erased for everybody after a question, and its copy stays', async () => {
  const screen = await showCase(fullCase())
  answer(desk.openWindow, { copiedAt: message.at, messages: [message], facts: [], picture: null, isSealWhole: true })
  const erasing = answer(redactMessage, {})
  await screen.getByLabelText('Reason').fill('To see what was asked')
  await screen.getByRole('button', { name: 'Open the messages' }).click()
  await screen.getByRole('button', { name: 'Erase for everyone' }).click()
  expect(erasing.inputs).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Erase for everyone' }).click()
  await expect.element(screen.getByText('Erased in the conversation. This copy stays.')).toBeVisible()
  expect(erasing.inputs).toEqual([{ params: { id: 5 }, body: {} }])
  await expect.element(screen.getByText(message.text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Erase for everyone' }).elements()).toEqual([])
})

test('[SAF-07] of the copied messages four before and after are shown first, and all on request', async () => {
  const screen = await showCase(fullCase())
  const messages = Array.from({ length: 41 }, (_, at) => ({
    ...message,
    messageId: at,
    text: at === 20 ? message.text : `word ${at}.`,
    isReported: at === 20,
  }))
  answer(desk.openWindow, { copiedAt: message.at, messages, facts: [], picture: null, isSealWhole: true })
  await screen.getByLabelText('Reason').fill('To see what was asked')
  await screen.getByRole('button', { name: 'Open the messages' }).click()
  await expect.element(screen.getByText('word 16.')).toBeVisible()
  expect(screen.getByText('word 15.').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Show 16 before' }).click()
  await screen.getByRole('button', { name: 'Show 16 after' }).click()
  await expect.element(screen.getByText('word 0.', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('word 40.')).toBeVisible()
})

test('[SAF-07] a colleague approves the access, and both read the conversation', async () => {
  const asked = { id: 3, reason: 'A place', askedBy: vikram, askedAt: message.at, agreedBy: null, until: null, isOpen: true }
  const screen = await showCase(fullCase({ takenBy: vikram, unlocks: [asked] }))
  const until = new Date(Date.now() + 3_000_000).toISOString()
  answer(desk.agreeUnlock, fullCase({ takenBy: vikram, unlocks: [{ ...asked, agreedBy: farida, until }] }))
  answer(desk.readUnlocked, { messages: [message], hasOlder: false, hasNewer: false, until })
  await screen.getByRole('button', { name: 'Give the second approval' }).click()
  await screen.getByRole('button', { name: 'Read the conversation' }).click()
  await expect.element(screen.getByText('Saturday, near the station. Only us.')).toBeVisible()
  await expect.element(screen.getByRole('timer').last()).toMatchTextContent(/closes in/)
})

test('[SAF-02] the reporter gets an answer of the chosen kind', async () => {
  const screen = await showCase(fullCase())
  const answering = answer(
    calls.answerReport,
    fullCase({ reportsInIt: [caseReport({ state: 'not_found' })], openPoints: ['sign_off'] }),
  )
  await screen.getByRole('button', { name: 'We did not find it' }).click()
  await screen.getByLabelText('Your answer').fill('We read it and found nothing.')
  await screen.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(screen.getByText(/answered: nothing found/)).toBeVisible()
  expect(answering.inputs).toMatchObject([{ body: { kind: 'not_found', text: 'We read it and found nothing.' } }])
})

test('[SAF-09] a ban names whom it is for, and waits for a second person', async () => {
  const screen = await showCase(fullCase())
  const step = {
    id: 4,
    kind: 'ban' as const,
    person: { personId: 9, name: 'Dinesh K.' },
    words: null,
    state: 'asked' as const,
    by: farida,
    at: message.at,
    until: null,
    agreedBy: null,
  }
  const banning = answer(
    calls.takeStep,
    fullCase({ steps: [step], openPoints: ['unanswered_report', 'waiting_step', 'sign_off'] }),
  )
  await screen.getByRole('button', { name: 'Ban', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Third time')
  await dialog.getByRole('button', { name: 'Ask for the ban' }).click()
  await expect.element(screen.getByText(/Dinesh K. · waits for a second person/)).toBeVisible()
  expect(banning.inputs).toMatchObject([{ body: { kind: 'ban', personId: 9, until: null, reason: 'Third time' } }])
  expect(screen.getByRole('button', { name: 'Agree to the ban' }).elements()).toEqual([])
})

test('[SAF-10] a possible offence keeps the case open until it is recorded who was informed', async () => {
  const legal = { ...fullCase().legal, isPossibleOffence: true }
  const screen = await showCase(fullCase({ legal, openPoints: ['legal_duty', 'sign_off'] }))
  const closing = screen.getByRole('button', { name: 'Close case' })
  await expect.element(closing).toHaveAccessibleDescription('Still missing: Legal duty done.')
  await expect.element(screen.getByRole('link', { name: '1098' })).toHaveAttribute('href', 'tel:1098')
  await expect.element(screen.getByRole('link', { name: '0651 220 0000' })).toHaveAttribute('href', 'tel:06512200000')
  const entry = { kind: 'police_told' as const, text: 'SI Rao, 12/2026', at: message.at, by: farida }
  const recording = answer(calls.recordLegal, fullCase({ legal: { ...legal, entries: [entry] }, openPoints: ['sign_off'] }))
  await screen.getByRole('button', { name: 'Write it down: Tell the police unit' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Unit, name of the officer, and number of the report').fill('SI Rao, 12/2026')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/SI Rao, 12\/2026 \(Farida Khan/)).toBeVisible()
  expect(recording.inputs).toMatchObject([{ body: { kind: 'police_told', text: 'SI Rao, 12/2026' } }])
  await expect.element(closing).not.toHaveAttribute('aria-disabled')
})

test('[SAF-06] a second person signs the case off', async () => {
  const asked = { number: 3, at: message.at, kind: 'close_asked' as const, by: vikram, person: null, detail: null, until: null }
  const events = [...fullCase().events, { ...asked, text: 'Mentor warned, pair goes on.' }]
  const screen = await showCase(fullCase({ takenBy: vikram, state: 'to_sign_off', events, openPoints: ['sign_off'] }))
  await expect.element(screen.getByText('Vikram Sethi asks you to sign off:')).toBeVisible()
  const signing = answer(calls.signOffCase, fullCase({ takenBy: vikram, state: 'closed', events, openPoints: [] }))
  await screen.getByRole('button', { name: 'Sign off' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click()
  await expect.element(screen.getByRole('button', { name: 'Open the case again' })).toBeVisible()
  expect(signing.inputs).toMatchObject([{ body: { isAgreed: true, text: null } }])
})

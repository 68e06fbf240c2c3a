import type { AssistantAnswer } from '@saathi/contract/chat/assistant'
import { askTeam, getRatingStatus, rateAssistant } from '@saathi/contract/chat/calls'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serverNow } from '#core/server-time.ts'
import { answer, refuse, setServerClock } from '../../../test/harness.tsx'
import { holdTimers } from '../../../test/hold-timers.ts'
import { asha, bot, channel, message } from '../chat.fake.ts'
import { playChat, showMessenger } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const assistant = channel(5, { kind: 'assistant', channelName: 'AI Assistant', channelMembers: [asha, bot], mentorship: null })
const isDue = (isRatingDue: boolean) => answer(getRatingStatus, { isRatingDue, since: null })

async function openAssistant(messages = [message(1, { channel_id: 5, user_id: 50, message: 'How can I help?' })]) {
  // Shortly after the time of the messages in these tests.
  setServerClock(new Date('2026-11-14T06:32:00Z'))
  const played = playChat(messages, [assistant])
  const screen = await showMessenger('/chat/messenger?channel=5')
  const room = screen.getByRole('region', { name: 'AI Assistant' })
  await expect.element(room.getByRole('log')).toBeVisible()
  return { played, screen, room, field: room.getByRole('textbox', { name: 'Message' }) }
}

describe('the assistant', () => {
  test('[CHT-06] has its own introduction', async () => {
    isDue(false)
    const { room } = await openAssistant()
    await expect.element(room.getByText('This is the beginning of AI Assistant chat!')).toBeVisible()
  })

  test('[CHT-19] accepts text only: no emoji, GIF, file or mention', async () => {
    isDue(false)
    const { room, field } = await openAssistant()
    for (const name of ['Emoji', 'GIF', 'Attach a file']) expect(room.getByRole('button', { name }).elements()).toEqual([])
    await field.click()
    await userEvent.keyboard('@')
    expect(room.getByRole('listbox').elements()).toEqual([])
  })

  test('has a text field whose text does not touch its rounded edge', async () => {
    isDue(false)
    const { field } = await openAssistant()
    expect(Number.parseFloat(getComputedStyle(field.element()).paddingInlineStart)).toBeGreaterThanOrEqual(12)
  })

  test('[AIA-01] shows a waiting bubble with the text as it is streamed, until the answer arrives', async () => {
    isDue(false)
    const { played, room, field } = await openAssistant()
    await field.fill('How do I begin?')
    await userEvent.keyboard('{Enter}')
    await expect.element(room.getByText('Waiting for the response')).toBeVisible()
    played.send({ command: 'assistant_draft', channel_id: 5, text: 'With the first' })
    await expect.element(room.getByText('With the first')).toBeVisible()
    expect(room.getByText('Waiting for the response').elements()).toEqual([])
    played.add(message(9, { channel_id: 5, user_id: 50, message: 'With the first session.' }))
    await expect.element(room.getByText('With the first session.', { exact: true }).first()).toBeVisible()
    expect(room.getByText('With the first', { exact: true }).elements()).toEqual([])
  })

  test('[AIA-01] shows the bubble 500 ms after the message was sent, if there is a bot to answer', async () => {
    isDue(false)
    const { room, field } = await openAssistant()
    const bubble = holdTimers(500)
    await field.fill('How do I begin?')
    await userEvent.keyboard('{Enter}')
    await expect.element(room.getByText('How do I begin?').first()).toBeVisible()
    await bubble.begun()
    expect(room.getByText('Waiting for the response').elements()).toEqual([])
    bubble.end()
    await expect.element(room.getByText('Waiting for the response')).toBeVisible()
  })

  test('[AIA-01] scrolls to the end of a long answer', async () => {
    isDue(false)
    const ownMessage = Array.from({ length: 25 }, (_, index) => message(index + 1, { channel_id: 5, user_id: 50 }))
    const { played, room, field } = await openAssistant(ownMessage)
    await field.fill('Tell me everything')
    await userEvent.keyboard('{Enter}')
    await expect.element(room.getByText('Waiting for the response')).toBeVisible()
    played.add(message(90, { channel_id: 5, user_id: 50, message: `${'All of it. '.repeat(250)}The end.` }))
    const log = room.getByRole('log').element()
    await expect.element(room.getByText(/The end\.$/).first()).toBeInTheDocument()
    await expect.poll(() => log.scrollHeight - log.scrollTop - log.clientHeight).toBeLessThan(20)
  })

  test('[AIA-03] can be asked again if it could not answer', async () => {
    isDue(false)
    const { played, room } = await openAssistant([
      message(1, { channel_id: 5, user_id: 1, message: 'How do I begin?' }),
      message(2, { channel_id: 5, user_id: 50, message: 'I could not answer in time.', may_retry: true }),
    ])
    await room.getByRole('button', { name: 'Ask again' }).click()
    await expect.poll(() => played.commands('send').at(-1)?.message).toBe('How do I begin?')
  })
})

describe('an answer about me', () => {
  const card = {
    look: 'call' as const,
    title: 'Call with Ravi',
    text: 'Saturday, 21 November, 7:30 pm',
    person_id: 2,
    links: [
      { label: 'Open in calendar', to: '/mentorship?mentorship=3&calendar=2026-11-21' },
      { label: 'Write to Ravi', to: '/chat/messenger?channel=1' },
    ],
  }
  const answered = (id: number, answer: Partial<AssistantAnswer>, changes: Partial<ChatMessage> = {}) =>
    message(id, {
      channel_id: 5,
      user_id: 50,
      answer: { language: 'en', cards: [], offers_team: false, ...answer },
      ...changes,
    })

  test('[DAY-50] has a card with links to the places in the app', async () => {
    isDue(false)
    const { room } = await openAssistant([answered(1, { cards: [card] }, { message: 'On Saturday at 7:30 pm, in 4 days.' })])
    const region = room.getByRole('region', { name: 'Call with Ravi' })
    await expect.element(region.getByText('Saturday, 21 November, 7:30 pm')).toBeVisible()
    const link = region.getByRole('link', { name: 'Open in calendar' })
    await expect.element(link).toHaveAttribute('href', '/mentorship?mentorship=3&calendar=2026-11-21')
    await expect.element(region.getByRole('link', { name: 'Write to Ravi' })).toBeVisible()
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })

  test('[DAY-52] has the language of the question', async () => {
    isDue(false)
    const { room } = await openAssistant([answered(1, { language: 'hi', cards: [{ ...card, title: 'Ravi के साथ कॉल' }] })])
    const region = room.getByRole('region', { name: 'Ravi के साथ कॉल' })
    await expect.element(region).toBeVisible()
    expect(region.element().closest('[lang]')?.getAttribute('lang')).toBe('hi')
  })

  test('[DAY-51] that it does not know offers to ask the team, and asks once', async () => {
    isDue(false)
    const { inputs } = answer(askTeam, {})
    const { played, room } = await openAssistant([
      message(1, { channel_id: 5, user_id: 1, message: 'Do I get a certificate?' }),
      answered(2, { offers_team: true }, { message: 'I don’t know that yet. Shall I ask our team?' }),
    ])
    await room.getByRole('button', { name: 'Ask our team' }).click()
    await expect.poll(() => inputs).toMatchObject([{ params: { id: 5 }, body: { messageId: 2 } }])
    await expect.element(room.getByRole('button', { name: 'Ask our team' })).not.toBeInTheDocument()
    const links = [{ label: 'See it under Help', to: 'help' }]
    const team = { look: 'team' as const, title: 'Your question to our team', text: '', person_id: null, links }
    played.add(answered(3, { cards: [team] }, { message: 'Done.' }))
    await expect.element(room.getByRole('button', { name: 'See it under Help' })).toBeVisible()
  })

  test('[DAY-51] can be asked again if the team could not be reached, or declined', async () => {
    isDue(false)
    answer(askTeam, refuse('core.broken', 500))
    const { room } = await openAssistant([answered(2, { offers_team: true })])
    await room.getByRole('button', { name: 'Ask our team' }).click()
    await expect.element(room.getByRole('alert')).toHaveTextContent('We couldn’t send your question. Please try again.')
    await room.getByRole('button', { name: 'No, thanks' }).click()
    await expect.element(room.getByRole('button', { name: 'Ask our team' })).not.toBeInTheDocument()
  })

  test('[DAY-50] is one tap away', async () => {
    isDue(false)
    const { played, room } = await openAssistant()
    await room.getByRole('button', { name: 'When’s my next call?' }).click()
    await expect.poll(() => played.commands('send').at(-1)?.message).toBe('When’s my next call?')
  })

  test('[DAY-54] of distress has numbers and no suggestions', async () => {
    isDue(false)
    const helplines = [{ number: '14416', name: 'Tele-MANAS', text: 'Day and night' }]
    const { room } = await openAssistant([answered(2, {}, { message: 'That sounds hard.', helplines })])
    await expect.element(room.getByRole('link', { name: /14416/ })).toBeVisible()
    expect(room.getByRole('group', { name: 'Suggestions' }).elements()).toEqual([])
  })
})

describe('the rating', () => {
  const FIVE_MINUTES_MS = 300_000
  /** An own message, this long ago by the server's clock. */
  const ownMessage = (id: number, agoMs: number) =>
    message(id, { channel_id: 5, user_id: 1, created_on: new Date(serverNow() - agoMs).toISOString() })
  const questions = ['Accuracy of information provided?', 'Relevance of information shared?', 'Query resolution?']

  test('[AIA-02] is shown when it is due, and sent when all three questions are answered', async () => {
    isDue(true)
    const { inputs } = answer(rateAssistant, {})
    const { screen } = await openAssistant()
    const popup = screen.getByRole('dialog', { name: 'How was the answer?' })
    const submit = popup.getByRole('button', { name: 'Submit' })
    for (const question of questions) {
      await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
      await popup.getByRole('radiogroup', { name: question }).getByRole('radio', { name: '4 of 5' }).click({ force: true })
    }
    const closing = holdTimers(2_000)
    await submit.click()
    const thanks = screen.getByText('Thank you. That helps us.')
    await expect.element(thanks).toBeVisible()
    expect(inputs[0]?.body.rating).toEqual(Object.fromEntries(questions.map((question) => [question, 4])))
    await closing.begun()
    closing.end()
    await expect.element(thanks).not.toBeInTheDocument()
  })

  test('[AIA-02] is skipped with all nulls', async () => {
    isDue(true)
    const { inputs } = answer(rateAssistant, {})
    const { screen } = await openAssistant()
    await screen.getByRole('button', { name: 'Skip' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(inputs[0]?.body.rating).toEqual(Object.fromEntries(questions.map((question) => [question, null])))
  })

  test('[AIA-02] can be sent again after a failure', async () => {
    isDue(true)
    answer(rateAssistant, refuse('core.broken', 500))
    const { screen } = await openAssistant()
    const skip = screen.getByRole('button', { name: 'Skip' })
    await skip.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    answer(rateAssistant, {})
    await skip.click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('[AIA-02] opens again, with nothing chosen, when another rating is due after a skip', async () => {
    const due = isDue(true)
    answer(rateAssistant, {})
    const { played, screen } = await openAssistant()
    const popup = screen.getByRole('dialog', { name: 'How was the answer?' })
    await popup.getByRole('radiogroup').first().getByRole('radio', { name: '4 of 5' }).click({ force: true })
    await popup.getByRole('button', { name: 'Skip' }).click()
    await expect.element(popup).not.toBeInTheDocument()
    const fetches = due.inputs.length
    played.add(ownMessage(7, FIVE_MINUTES_MS))
    await expect.poll(() => due.inputs.length).toBeGreaterThan(fetches)
    await expect.element(popup).toBeVisible()
    expect(popup.getByRole('radio', { checked: true }).elements()).toEqual([])
  })

  test('[AIA-02] status is fetched again five minutes after the last own message', async () => {
    let due = false
    const { inputs } = answer(getRatingStatus, () => ({ isRatingDue: due, since: null }))
    const { played, screen } = await openAssistant()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    due = true
    played.add(ownMessage(7, FIVE_MINUTES_MS - 500))
    await expect.element(screen.getByRole('dialog', { name: 'How was the answer?' })).toBeVisible()
  })

  test('[AIA-02] status is fetched again no sooner than five minutes after the last own message', async () => {
    const { inputs } = isDue(false)
    const { played } = await openAssistant()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    const timers = vi.spyOn(window, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const minuteMs = 60_000
    played.add(ownMessage(7, FIVE_MINUTES_MS - minuteMs))
    // The time that the test itself takes is the tolerance.
    const isOneMinute = (ms: number | undefined) => ms !== undefined && ms > minuteMs / 2 && ms <= minuteMs
    await expect.poll(() => timers.mock.calls.some(([, ms]) => isOneMinute(ms))).toBe(true)
  })

  test('[AIA-02] status is not fetched again while the person is still writing', async () => {
    const { inputs } = isDue(false)
    const { played, room } = await openAssistant()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    const fetches = inputs.length
    played.add(ownMessage(7, 0))
    await expect.element(room.getByText('Waiting for the response')).toBeVisible()
    expect(inputs).toHaveLength(fetches)
  })

  test('is not shown if it is not due', async () => {
    const { inputs } = isDue(false)
    const { screen } = await openAssistant()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    expect(screen.getByRole('dialog').elements()).toEqual([])
  })
})

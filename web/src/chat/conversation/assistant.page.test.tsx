import { getRatingStatus, rateAssistant } from '@saathi/contract/chat/calls'
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
    played.say({ command: 'assistant_draft', channel_id: 5, text: 'With the first' })
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

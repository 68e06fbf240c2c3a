import { getMeetingRatingStatus, rateMeetingSummary } from '@saathi/contract/video/recording-calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { playChat, showMessenger } from '../../chat/chat-server.fake.ts'
import { message } from '../../chat/chat.fake.ts'
import { THANKS_MS } from './rating-card.tsx'
import { withVideo } from '../video.fake.ts'

const due = {
  meetingRatingStatus: true,
  meetingRecordingId: 5,
  meetingDateTime: '2026-11-14T14:00:00Z',
  meetingRatingTitle: 'Accuracy of information provided?',
}
const nothing = { meetingRatingStatus: false, meetingRecordingId: null, meetingDateTime: null, meetingRatingTitle: null }

/** A rating is due until one is sent. */
function playRating() {
  let isDue = true
  const status = answer(getMeetingRatingStatus, () => (isDue ? due : nothing))
  const rated = answer(rateMeetingSummary, () => {
    isDue = false
    return {}
  })
  return { status, rated }
}

async function showCard(path = '/chat/messenger') {
  playChat([message(1)])
  const screen = await showMessenger(path, withVideo())
  return { screen, card: screen.getByRole('region', { name: 'How good is the summary of your call?' }) }
}

test('[VID-08] a due rating is requested on the chat page with five faces', async () => {
  const { status } = playRating()
  const { card } = await showCard()
  const question = card.getByRole('radiogroup', { name: 'Accuracy of information provided?' })
  await expect.element(question).toBeVisible()
  expect(question.getByRole('radio').elements()).toHaveLength(5)
  await expect.element(card.getByText('14 Nov, 7:30 pm')).toBeVisible()
  expect(status.inputs[0]?.query).toEqual({ userId: 1 })
})

test('[VID-08] the card is below the list on a phone', async () => {
  await page.viewport(390, 800)
  playRating()
  const { screen, card } = await showCard()
  await expect.element(card).toBeVisible()
  const list = screen.getByRole('heading', { level: 1, name: 'Chat' }).element()
  expect(list.compareDocumentPosition(card.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('[VID-08] submit requires an answer, and then thanks for three seconds', async () => {
  const { rated } = playRating()
  const { card, screen } = await showCard()
  const submit = card.getByRole('button', { name: 'Submit' })
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  await card.getByRole('radio', { name: '5 of 5, very good' }).click()
  await submit.click()
  const thanks = screen.getByText('Thank you. That helps us.')
  await expect.element(thanks).toBeVisible()
  expect(rated.inputs.map(({ body }) => body)).toEqual([
    { meetingRecordingId: 5, userId: 1, meetingRating: { 'Accuracy of information provided?': 5 } },
  ])
  await expect.element(thanks).not.toBeInTheDocument()
  expect(THANKS_MS).toBe(3_000)
  expect(card.elements()).toEqual([])
})

test('[VID-08] skipping sends an empty rating and removes the card without thanks', async () => {
  const { rated } = playRating()
  const { card, screen } = await showCard()
  await card.getByRole('button', { name: 'Skip' }).click()
  await expect.element(card).not.toBeInTheDocument()
  expect(rated.inputs.map(({ body }) => body)).toEqual([{ meetingRecordingId: 5, userId: 1, meetingRating: {} }])
  expect(screen.getByText('Thank you. That helps us.').elements()).toEqual([])
})

test('[VID-08] a failed rating keeps the card and shows an error', async () => {
  answer(getMeetingRatingStatus, due)
  answer(rateMeetingSummary, 'network')
  const { card } = await showCard()
  await card.getByRole('radio', { name: '3 of 5, fair' }).click()
  await card.getByRole('button', { name: 'Submit' }).click()
  await expect.element(card.getByRole('alert')).toBeVisible()
  await expect.element(card.getByRole('radio', { name: '3 of 5, fair' })).toBeChecked()
})

test('[VID-08] on a phone the card is hidden in a conversation', async () => {
  playRating()
  const { card, screen } = await showCard('/chat/messenger?channel=1')
  await expect.element(screen.getByRole('log')).toBeVisible()
  expect(card.elements()).toEqual([])
  await screen.getByRole('button', { name: 'Back to messages' }).click()
  await expect.element(card).toBeVisible()
})

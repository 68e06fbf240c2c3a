import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSession, rateSession, REVIEW_MAX_LENGTH } from '@saathi/contract/learning/session-calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storedEntries } from '#core/outbox/entry.fake.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { sessionDetail } from '../session/detail.fake.ts'
import { answerSession } from '../session/server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const showFeedback = (path = '/session/step/sessionfeedback/?session=3') => showApp({ profile: makeProfile(), path })
const star = (screen: Screen, count: number) => screen.getByRole('radio', { name: new RegExp(`^${count} star`) })
const submit = (screen: Screen) => screen.getByRole('button', { name: 'Submit' })
const review = (screen: Screen) => screen.getByRole('textbox', { name: /What should we know/ })

function answerHub() {
  answer(listSessions, { sessions: [], hasNextPage: false })
  answer(listMySessions, { sessions: [], hasNextPage: false })
}
const answerRating = () => answer(rateSession, ({ body }) => body)

beforeEach(() => page.viewport(390, 844))
afterEach(goOnline)

describe('the stars', () => {
  test('[LRN-13] are five, with none selected at first', async () => {
    answerSession(sessionDetail())
    const screen = await showFeedback()
    const group = screen.getByRole('radiogroup', { name: 'Your rating' })
    await expect.element(group).toBeVisible()
    expect(group.getByRole('radio').elements()).toHaveLength(5)
    for (const radio of group.getByRole('radio').all()) await expect.element(radio).not.toBeChecked()
  })

  test('[LRN-13] with no star selected, submitting is disabled and the page says why', async () => {
    answerSession(sessionDetail())
    const { inputs } = answerRating()
    const screen = await showFeedback()
    await expect.element(submit(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(submit(screen)).toHaveAccessibleDescription('Choose one to five stars, then submit.')
    await submit(screen).click({ force: true })
    await review(screen).fill('Good')
    submit(screen).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
    expect(inputs).toEqual([])
  })

  test('[LRN-13] can be chosen with the arrow keys', async () => {
    answerSession(sessionDetail())
    const screen = await showFeedback()
    await star(screen, 2).click({ force: true })
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(star(screen, 3)).toBeChecked()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(star(screen, 1)).toBeChecked()
    await expect.element(screen.getByText('It did not help me', { exact: true })).toBeVisible()
  })

  test('[LRN-13] can be chosen with digits, but not while typing in a field', async () => {
    answerSession(sessionDetail())
    const screen = await showFeedback()
    await expect.element(star(screen, 1)).toBeInTheDocument()
    await userEvent.keyboard('4')
    await expect.element(star(screen, 4)).toBeChecked()
    await review(screen).click()
    await userEvent.keyboard('2 of 9 helped')
    await expect.element(star(screen, 4)).toBeChecked()
    await expect.element(review(screen)).toHaveValue('2 of 9 helped')
  })
})

describe('submitting', () => {
  test('[LRN-13] posts rating and review once, even if tapped twice, and goes to the hub with thanks', async () => {
    answerSession(sessionDetail())
    answerHub()
    const { inputs } = answerRating()
    const screen = await showFeedback()
    await star(screen, 5).click({ force: true })
    await review(screen).fill('  The slow breath helped.  ')
    await userEvent.dblClick(submit(screen))
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText('Thank you. Your words make the next sessions better.')).toBeVisible()
    expect(inputs).toEqual([{ body: { session: 3, rating: 5, review: 'The slow breath helped.' } }])
  })

  test('[LRN-13] works without a review', async () => {
    answerSession(sessionDetail())
    answerHub()
    const { inputs } = answerRating()
    const screen = await showFeedback()
    await star(screen, 1).click({ force: true })
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toEqual([{ body: { session: 3, rating: 1, review: '' } }])
  })

  test('[LRN-13] limits the review length and counts the last characters', async () => {
    answerSession(sessionDetail())
    const screen = await showFeedback()
    await review(screen).fill('a'.repeat(REVIEW_MAX_LENGTH - 5))
    await expect.element(review(screen)).toHaveAttribute('maxlength', String(REVIEW_MAX_LENGTH))
    await expect.element(screen.getByText('5 characters left')).toBeVisible()
  })

  test('[LRN-13] shows a failure, keeps the text and can be retried', async () => {
    answerSession(sessionDetail())
    answerHub()
    answer(rateSession, refuse('core.broken', 500))
    const screen = await showFeedback()
    await star(screen, 3).click({ force: true })
    await review(screen).fill('All right')
    await submit(screen).click()
    await expect.element(screen.getByRole('alert').getByText(/Everything you entered is still here/)).toBeVisible()
    await expect.element(review(screen)).toHaveValue('All right')
    await expect.element(star(screen, 3)).toBeChecked()
    const { inputs } = answerRating()
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toHaveLength(1)
  })

  test('[PLT-01] offline queues the rating, shows it in the form again, and sends it once when back online', async () => {
    answerSession(sessionDetail())
    answerHub()
    answer(rateSession, 'network')
    const screen = await showFeedback()
    await star(screen, 3).click({ force: true })
    await review(screen).fill('All right')
    goOffline()
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    await expect.element(screen.getByText('Saved here. Will be sent when you are back.').first()).toBeVisible()
    await screen.router.navigate({ href: '/session/step/sessionfeedback/?session=3' })
    await expect.element(review(screen)).toHaveValue('All right')
    const { inputs } = answerRating()
    goOnline()
    await expect.poll(() => inputs).toEqual([{ body: { session: 3, rating: 3, review: 'All right' } }])
    await expect.poll(storedEntries).toEqual([])
  })

  test('[LRN-13] for a session that was not started links to the session', async () => {
    answerSession(sessionDetail({ sessionStatus: 'NOT_STARTED' }))
    answer(rateSession, refuse('learning.not_begun', 409))
    const screen = await showFeedback()
    await star(screen, 3).click({ force: true })
    await submit(screen).click()
    await expect.element(screen.getByRole('alert').getByText('Start this session first, then rate it.')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Go to the session' })
    await expect.element(link).toHaveAttribute('href', '/session/sessionintroduction/3')
  })
})

describe('feedback', () => {
  test('[LRN-13] given earlier is shown and can be replaced', async () => {
    answerSession(sessionDetail({ feedback: { rating: 2, review: 'Too long' } }))
    answerHub()
    const { inputs } = answerRating()
    const screen = await showFeedback()
    await expect.element(screen.getByText(/You have rated this session before/)).toBeVisible()
    await expect.element(star(screen, 2)).toBeChecked()
    await expect.element(review(screen)).toHaveValue('Too long')
    await star(screen, 4).click({ force: true })
    await submit(screen).click()
    await expect.poll(() => inputs).toEqual([{ body: { session: 3, rating: 4, review: 'Too long' } }])
  })

  test('[LRN-13] can be skipped', async () => {
    answerSession(sessionDetail())
    answerHub()
    const { inputs } = answerRating()
    const screen = await showFeedback()
    await screen.getByRole('link', { name: 'Not now' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toEqual([])
  })

  test('[LRN-13] without a session in the address is about the last one opened, else redirects to the hub', async () => {
    answerHub()
    answerSession(sessionDetail())
    const nobody = await showFeedback('/session/step/sessionfeedback/')
    await expect.poll(() => nobody.pathNow()).toBe('/learninghub')
    await nobody.unmount()
    localStorage.setItem('saathi.sessions', JSON.stringify({ steps: {}, last: 3 }))
    const screen = await showFeedback('/session/step/sessionfeedback/')
    await expect.element(screen.getByText('About “Speak up”')).toBeVisible()
    expect(screen.pathNow()).toBe('/session/step/sessionfeedback/?session=3')
  })

  test('shows loading and failure, and loads after a retry', async () => {
    answer(getSession, refuse('core.broken', 500))
    const screen = await showFeedback()
    await expect.element(screen.getByRole('heading', { name: 'We could not open this session' })).toBeVisible()
    const { promise: asked, resolve: answerNow } = Promise.withResolvers<void>()
    answer(getSession, async () => {
      await asked
      return sessionDetail()
    })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Loading the session')).toBeInTheDocument()
    answerNow()
    await expect.element(screen.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
  })

  test('shows that the session does not exist', async () => {
    answer(getSession, refuse('learning.session_not_found', 404))
    const screen = await showFeedback()
    await expect.element(screen.getByRole('heading', { name: 'We could not find this session' })).toBeVisible()
  })
})

test.each([320, 390, 800])('nothing is wider than a screen of %i', async (width) => {
  await page.viewport(width, 640)
  answerSession(sessionDetail({ title: 'Antidisestablishmentarianism'.repeat(4) }))
  const screen = await showFeedback()
  await expect.element(star(screen, 5)).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const group = screen.getByRole('radiogroup').element()
  expect(group.scrollWidth).toBeLessThanOrEqual(group.clientWidth)
})

import { getProfile } from '@saathi/contract/accounts/calls'
import { getCommunity } from '@saathi/contract/content/community-calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInWith } from '#core/session.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../test/harness.tsx'
import { faqTopic } from './community.fake.ts'

const faq = [
  faqTopic('Calls', ['Why is there no sound?', 'Press **Unmute**.'], ['Can I be seen?', 'Only if you want to.']),
  faqTopic('Money', ['Is it free?', '<b>Yes</b>, see [the rules](https://saathi.example/rules).']),
]

async function showFaq(path = '/moreinfo/faq') {
  // Like the server: people who are signed out get no FAQ.
  answer(getCommunity, (_input, headers) => ({ community: [], faq: headers.get('authorization') ? faq : [] }))
  const screen = await showApp({ path, profile: makeProfile() })
  await expect.element(screen.getByRole('heading', { name: 'Calls' })).toBeVisible()
  return screen
}

const questions = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)

beforeEach(() => page.viewport(1280, 800))

test('[NAV-08] topics list their questions, all closed at first', async () => {
  const screen = await showFaq()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Money' })).toBeVisible()
  expect(questions()).toEqual(['Why is there no sound?', 'Can I be seen?', 'Is it free?'])
  const states = questions().map((name) =>
    screen
      .getByRole('button', { name: name ?? '' })
      .element()
      .getAttribute('aria-expanded'),
  )
  expect(states).toEqual(['false', 'false', 'false'])
})

test('[NAV-08] questions open and close, also by keyboard, and several may be open', async () => {
  const screen = await showFaq()
  const sound = screen.getByRole('button', { name: 'Why is there no sound?' })
  await sound.click()
  await expect.element(sound).toHaveAttribute('aria-expanded', 'true')
  await expect.element(screen.getByText('Press Unmute.')).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Only if you want to.')).toBeVisible()
  await expect.element(screen.getByText('Press Unmute.')).toBeVisible()
  await sound.click()
  await expect.element(screen.getByText('Press Unmute.')).not.toBeVisible()
})

test('[NAV-08] answers are Markdown, and HTML is shown as text', async () => {
  const screen = await showFaq()
  await screen.getByRole('button', { name: 'Is it free?' }).click()
  await expect.element(screen.getByText(/^<b>Yes<\/b>, see/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'the rules (opens in a new tab)' }))
    .toHaveAttribute('href', 'https://saathi.example/rules')
})

test('[NAV-08] the address hash follows the question opened last', async () => {
  const first = await showFaq()
  await first.getByRole('button', { name: 'Can I be seen?' }).click()
  await expect.poll(() => first.pathNow()).toBe('/moreinfo/faq#can-i-be-seen')
  await first.getByRole('button', { name: 'Can I be seen?' }).click()
  await expect.poll(() => first.pathNow()).toBe('/moreinfo/faq')
})

test('[NAV-08] opening a question does not scroll the page', async () => {
  await page.viewport(390, 500)
  const screen = await showFaq()
  const free = screen.getByRole('button', { name: 'Is it free?' })
  free.element().scrollIntoView({ block: 'center' })
  free.element().focus({ preventScroll: true })
  const before = free.element().getBoundingClientRect().top
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.pathNow()).toBe('/moreinfo/faq#is-it-free')
  await expect.element(screen.getByText(/^<b>Yes<\/b>, see/)).toBeInTheDocument()
  expect(free.element().getBoundingClientRect().top).toBeCloseTo(before, 0)
})

test('[NAV-08] a link to a question opens and focuses it', async () => {
  const screen = await showFaq('/moreinfo/faq#is-it-free')
  const free = screen.getByRole('button', { name: 'Is it free?' })
  await expect.element(free).toHaveAttribute('aria-expanded', 'true')
  await expect.element(free).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Can I be seen?' })).toHaveAttribute('aria-expanded', 'false')
})

test('[NAV-08] the search shows questions that contain every word, also in their answers', async () => {
  const screen = await showFaq()
  const field = screen.getByRole('searchbox', { name: 'Search the questions' })
  await field.fill('UNMUTE')
  await expect.element(screen.getByText('1 question found')).toBeInTheDocument()
  expect(questions()).toEqual(['Why is there no sound?'])
  expect(screen.getByRole('heading', { name: 'Money' }).elements()).toEqual([])
  await field.fill('elephant')
  await expect.element(screen.getByRole('heading', { name: 'No question fits' })).toBeVisible()
  screen.getByRole('button', { name: 'Show all questions' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(questions).toHaveLength(3)
  await expect.element(field).toHaveFocus()
})

test('[NAV-08] the FAQ loads after a legal text was read before signing in', async () => {
  answer(getCommunity, (_input, headers) => ({ community: [], faq: headers.get('authorization') ? faq : [] }))
  const screen = await showApp({ path: '/privacypolicy' })
  await expect.element(screen.getByRole('heading', { name: 'No Content Available', exact: true })).toBeVisible()
  answer(getProfile, makeProfile())
  await signInWith(signedInReply)
  await screen.router.navigate({ href: '/moreinfo/faq' })
  await expect.element(screen.getByRole('heading', { name: 'Calls' })).toBeVisible()
})

test("[NAV-08] without questions it says 'No Content Available'", async () => {
  const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
  await expect.element(screen.getByRole('heading', { name: 'No Content Available', exact: true })).toBeVisible()
  expect(screen.getByRole('searchbox').elements()).toEqual([])
})

test('[NAV-11] an FAQ that fails to load shows an error and can be retried', async () => {
  answer(getCommunity, refuse('core.broken', 500))
  const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
  await expect.element(screen.getByRole('alert').getByText(/Something went wrong on our side/)).toBeVisible()
  answer(getCommunity, { community: [], faq })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Calls' })).toBeVisible()
})

test('shows that it is loading', async () => {
  answer(getCommunity, 'hang')
  const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
  await expect.element(screen.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeInTheDocument()
})

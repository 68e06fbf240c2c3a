import type { Experiences } from '@saathi/contract/accounts/entities'
import { type Card, listCards } from '@saathi/contract/content/community-calls'
import { listMySessions } from '@saathi/contract/learning/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { sessionCard } from '../cards/session-card.fake.ts'

const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240"/>'
const card = (id: number, changes: Partial<Card> = {}): Card => ({
  id,
  image,
  imageWidth: 400,
  imageHeight: 240,
  link: null,
  text: `Card ${id}`,
  localeText: '',
  ...changes,
})
const five = [1, 2, 3, 4, 5].map((id) => card(id))

function showInternship(internship: Experiences['internship'], completed = 3) {
  const done = Array.from({ length: completed }, () => sessionCard({ sessionStatus: 'COMPLETED' }))
  if (internship === 'show') answer(listMySessions, { sessions: [...done, sessionCard({ sessionStatus: 'ONGOING' })] })
  const profile = makeProfile()
  const experiences = { ...profile.status.experiences, internship }
  return showApp({ profile: { ...profile, status: { ...profile.status, experiences } }, path: '/internship' })
}

beforeEach(() => page.viewport(390, 844))
afterEach(() => emulateMedia())

test('[NAV-13] while locked, the unlock card shows the progress, and the cards are shown', async () => {
  const { inputs } = answer(listCards, { cards: five })
  const screen = await showInternship('show')
  const status = screen.getByRole('region', { name: 'Internships open soon' })
  await expect.element(status.getByText('3 of 5 sessions')).toBeVisible()
  await expect.element(status.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60')
  await expect.element(status.getByRole('link', { name: 'Go to the Learning Hub' })).toHaveAttribute('href', '/learninghub')
  await expect.element(screen.getByRole('list', { name: 'What an internship is like' })).toBeVisible()
  expect(inputs.at(-1)?.query).toEqual({ expType: 'internship', imageType: 'web' })
})

test('with data saving the cards show text only', async () => {
  chooseLessData()
  answer(listCards, { cards: five })
  const screen = await showInternship('show')
  const row = screen.getByRole('list', { name: 'What an internship is like' })
  await expect.element(row.getByText('Card 1')).toBeVisible()
  expect(row.element().querySelector('img')).toBeNull()
})

test('[NAV-13] with all five sessions done, the page says that it is about to open', async () => {
  answer(listCards, { cards: five })
  const screen = await showInternship('show', 6)
  const status = screen.getByRole('region', { name: 'You have done your part' })
  await expect.element(status.getByText('5 of 5 sessions')).toBeVisible()
})

test('[NAV-13] once open, the page says so and shows the cards with their links', async () => {
  answer(listCards, { cards: [card(1, { link: '/learninghub' }), card(2, { link: 'https://example.org/work' })] })
  const screen = await showInternship('use')
  await expect.element(screen.getByRole('region', { name: 'Internships are open' })).toBeVisible()
  const row = screen.getByRole('list', { name: 'What an internship is like' })
  await expect.element(row.getByText('Card 1')).toBeVisible()
  await expect.element(row.getByRole('link', { name: 'Find out more' }).first()).toHaveAttribute('href', '/learninghub')
  await expect.element(row.getByRole('link', { name: 'Find out more (opens in a new tab)' })).toHaveAttribute('target', '_blank')
})

test('[NAV-13] when switched off, the page says that it opens later, and requests nothing', async () => {
  const screen = await showInternship('off')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Internships open later' })).toBeVisible()
})

test('[NAV-13] cards that fail to load show an error and load after a retry', async () => {
  answer(listCards, refuse('core.broken', 500))
  const screen = await showInternship('use')
  const alert = screen.getByRole('main').getByRole('alert')
  await expect.element(alert.getByText('We could not load the cards')).toBeVisible()
  answer(listCards, { cards: five })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Card 1')).toBeVisible()
})

test('[NAV-13] without cards the page says that they are coming', async () => {
  answer(listCards, { cards: [] })
  const screen = await showInternship('use')
  await expect.element(screen.getByRole('heading', { name: 'Cards are on their way' })).toBeVisible()
})

test('a failure to load sessions does not affect the cards', async () => {
  answer(listCards, { cards: five })
  answer(listMySessions, refuse('core.broken', 500))
  const profile = makeProfile()
  const experiences = { ...profile.status.experiences, internship: 'show' as const }
  const screen = await showApp({ profile: { ...profile, status: { ...profile.status, experiences } }, path: '/internship' })
  await expect.element(screen.getByText('We could not load your sessions')).toBeVisible()
  await expect.element(screen.getByText('Card 1')).toBeVisible()
})

test.each([undefined, 'reduce'] as const)(
  '[NAV-13] the carousel moves by its buttons to the end and back, motion: %s',
  async (motion) => {
    if (motion) await emulateMedia({ 'prefers-reduced-motion': motion })
    answer(listCards, { cards: five })
    const screen = await showInternship('use')
    const previous = screen.getByRole('button', { name: 'Previous card' })
    const next = screen.getByRole('button', { name: 'Next card' })
    await expect.element(screen.getByText('1 of 5', { exact: true })).toBeVisible()
    await expect.element(previous).toBeDisabled()
    for (const place of [2, 3, 4, 5]) {
      await next.click()
      await expect.element(screen.getByText(`${place} of 5`, { exact: true })).toBeVisible()
    }
    await expect.element(next).toBeDisabled()
    await expect.element(screen.getByText('Card 5')).toBeInViewport()
    await previous.click()
    await expect.element(screen.getByText('4 of 5', { exact: true })).toBeVisible()
  },
)

test.each([
  [1280, ['1 to 3 of 5', '2 to 4 of 5', '3 to 5 of 5']],
  [700, ['1 to 2 of 5', '2 to 3 of 5', '3 to 4 of 5', '4 to 5 of 5']],
])('[NAV-13] with several visible cards it says which, and moves both ways: %i', async (width, places) => {
  await page.viewport(width, 900)
  answer(listCards, { cards: five })
  const screen = await showInternship('use')
  const previous = screen.getByRole('button', { name: 'Previous card' })
  const next = screen.getByRole('button', { name: 'Next card' })
  const status = screen.getByRole('status').filter({ hasText: 'of 5' })
  const standsAt = async (place = '') => {
    await expect.element(status).toHaveTextContent(place)
  }
  await standsAt(places[0])
  await expect.element(previous).toBeDisabled()
  for (const place of places.slice(1)) {
    await next.click()
    await standsAt(place)
  }
  await expect.element(next).toBeDisabled()
  for (const place of places.slice(0, -1).toReversed()) {
    await previous.click()
    await standsAt(place)
  }
  await expect.element(previous).toBeDisabled()
})

test('[NAV-13] two quick presses move two cards', async () => {
  await page.viewport(700, 900)
  answer(listCards, { cards: five })
  const screen = await showInternship('use')
  await expect.element(screen.getByText('1 to 2 of 5', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Next card' }).dblClick()
  await expect.element(screen.getByText('3 to 4 of 5', { exact: true })).toBeVisible()
})

test('[NAV-13] cards that all fit need no buttons', async () => {
  await page.viewport(1280, 900)
  answer(listCards, { cards: five.slice(0, 3) })
  const screen = await showInternship('use')
  await expect.element(screen.getByText('1 to 3 of 3', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Next card' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Previous card' })).toBeDisabled()
})

test('[NAV-13] the focused carousel moves with the arrow keys', async () => {
  answer(listCards, { cards: five })
  const screen = await showInternship('use')
  const row = screen.getByRole('list', { name: 'What an internship is like' })
  await expect.element(row.getByText('Card 1')).toBeVisible()
  const list = row.element()
  if (!(list instanceof HTMLElement)) throw new Error('No row.')
  list.focus()
  await expect.element(row).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByText('2 of 5', { exact: true })).toBeVisible()
})

test('under reduced motion the carousel does not scroll smoothly', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'reduce' })
  answer(listCards, { cards: five })
  const screen = await showInternship('use')
  const row = screen.getByRole('list', { name: 'What an internship is like' })
  await expect.element(row).toBeVisible()
  expect(getComputedStyle(row.element()).scrollBehavior).toBe('auto')
})

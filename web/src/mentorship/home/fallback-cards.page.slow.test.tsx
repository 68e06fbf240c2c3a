import { type Card, listCards } from '@saathi/contract/content/community-calls'
import { getMentorshipSession, listMentorships } from '@saathi/contract/mentorship/calls'
import { describe, expect, test } from 'vitest'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerHome, personWith, showHome } from './server.fake.ts'
import { mentorship } from '../mentorship.fake.ts'

const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240"/>'
const card: Card = { id: 1, image, imageWidth: 400, imageHeight: 240, link: null, text: 'Two people', localeText: '' }

test('cards that fail to load show an error and load after a retry', async () => {
  answerHome({ mentorships: [] })
  answer(listCards, refuse('core.broken', 500))
  const screen = await showHome()
  const cards = screen.getByRole('region', { name: 'What a mentorship is like' })
  await expect.element(cards.getByRole('alert').getByText('We could not load the cards')).toBeVisible()
  answer(listCards, { cards: [card] })
  await cards.getByRole('button', { name: 'Try again' }).click()
  await expect.element(cards.getByText('Two people')).toBeVisible()
})

test('with data saving the cards show text only', async () => {
  chooseLessData()
  answerHome({ mentorships: [] })
  answer(listCards, { cards: [card] })
  const screen = await showHome()
  const cards = screen.getByRole('list', { name: 'What a mentorship is like' })
  await expect.element(cards.getByText('Two people')).toBeVisible()
  expect(cards.element().querySelector('img')).toBeNull()
})

test('without cards the page says that they are coming', async () => {
  answerHome({ mentorships: [] })
  answer(listCards, { cards: [] })
  const screen = await showHome()
  await expect.element(screen.getByRole('heading', { name: 'Cards are on their way' })).toBeVisible()
})

test('[MEN-01] a session of an ended mentorship links to the ongoing one', async () => {
  answerHome({ mentorships: [mentorship({ id: 9 }), mentorship({ id: 4, isActive: false, endedAt: '2026-11-03T10:00:00Z' })] })
  answer(listCards, { cards: [card] })
  answer(getMentorshipSession, refuse('learning.walk_closed', 403))
  const screen = await showHome('/mentorship/31/sessionintro?mentorship=4')
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'This belongs to a mentorship that has ended' }))
    .toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to Mentorship' })).toHaveAttribute('href', '/mentorship')
})

test('[MEN-01] a session opened while mentorship is locked says so', async () => {
  answerHome({ mentorships: [] })
  answer(listCards, { cards: [card] })
  answer(getMentorshipSession, refuse('learning.curriculum_locked', 403))
  const screen = await showHome('/mentorship/31/sessionintro', personWith({ curriculum: 'show' }))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Mentorship is not open to you yet' })).toBeVisible()
})

test('[MEN-01] a session opened while mentorship is switched off makes no promise', async () => {
  answerHome({ mentorships: [] })
  answer(listCards, { cards: [card] })
  answer(getMentorshipSession, refuse('learning.curriculum_locked', 403))
  const screen = await showHome('/mentorship/31/sessionintro', personWith({ curriculum: 'off' }))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Mentorship is not open to you' })).toBeVisible()
  expect(screen.getByText(/what is still missing/).elements()).toEqual([])
})

describe.each([
  ['learning.walk_closed', 403, 'This belongs to a mentorship that has ended'],
  ['learning.session_not_found', 404, 'We could not find this session'],
] as const)('a session refused with %s', (code, status, title) => {
  test('gives no reason before the mentorships are loaded', async () => {
    answer(getMentorshipSession, refuse(code, status))
    answer(listMentorships, 'hang')
    const screen = await showHome('/mentorship/31/sessionintro')
    await expect.element(screen.getByText('Loading your mentorship')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Mentorship' })).toBeInTheDocument()
  })

  test('shows when the mentorships cannot be loaded, and the reason after a retry', async () => {
    answer(getMentorshipSession, refuse(code, status))
    answer(listMentorships, refuse('core.broken', 500))
    const screen = await showHome('/mentorship/31/sessionintro')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not load your mentorship' })).toBeVisible()
    expect(document.title).toBe('Mentorship · Saathi')
    answerHome()
    answer(listCards, { cards: [card] })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})

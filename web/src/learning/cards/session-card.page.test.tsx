import { expect, test } from 'vitest'
import { show } from '../../../test/harness.tsx'
import { sessionCard } from './session-card.fake.ts'
import { SessionCard } from './session-card.tsx'

const showCard = (changes: Parameters<typeof sessionCard>[0]) => show(<SessionCard session={sessionCard(changes)} />)

test('[LRN-03] a title is cut at 32 characters visually, and complete for screen readers', async () => {
  const title = 'How to speak up in a room full of strangers'
  const screen = await showCard({ id: 7, title })
  const link = screen.getByRole('link', { name: title, exact: true })
  await expect.element(link).toHaveAttribute('href', '/session/sessionintroduction/7')
  await expect.element(screen.getByText('How to speak up in a room full o…')).toBeVisible()
})

test('[LRN-03] a title in Hindi is cut by graphemes', async () => {
  const title = 'पहली तनख़्वाह, पहली योजना और बचत'
  const screen = await showCard({ title: 'First salary', localeTitle: title })
  await expect.element(screen.getByRole('link', { name: title, exact: true })).toHaveTextContent(title)
})

test('[LRN-03] tags, bookmark and progress are on the card', async () => {
  const screen = await showCard({ title: 'Speak up', tags: ['Work', 'Self'], isBookmarked: true, sessionStatus: 'ONGOING' })
  await expect.element(screen.getByText('Work')).toBeVisible()
  await expect.element(screen.getByText('Self')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bookmark: Speak up' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByRole('progressbar', { name: 'Progress: Speak up' })).toBeVisible()
})

test('[LRN-04] an ongoing session shows its progress and the time left', async () => {
  const screen = await showCard({ sessionStatus: 'ONGOING', sessionDuration: 33, durationCompleted: 21 })
  await expect.element(screen.getByText('64%')).toBeVisible()
  await expect.element(screen.getByText('12 min left')).toBeVisible()
})

test.each([
  ['by its status', { sessionStatus: 'COMPLETED', durationCompleted: 0 }],
  ['with under a minute left', { sessionStatus: 'ONGOING', durationCompleted: 29.5 }],
] as const)('[LRN-04] a session is completed %s', async (_why, changes) => {
  const screen = await showCard({ sessionDuration: 30, ...changes })
  await expect.element(screen.getByText('completed')).toBeVisible()
  expect(screen.getByText(/left/).elements()).toEqual([])
})

test('[LRN-04] without progress the card shows the duration, not the time left', async () => {
  const screen = await showCard({ sessionDuration: 30, totalSteps: 4 })
  await expect.element(screen.getByText('30 min')).toBeVisible()
  await expect.element(screen.getByText('4 steps')).toBeVisible()
  expect(screen.getByText(/left/).elements()).toEqual([])
})

test('[DAY-47] a session that was not started says why it was chosen', async () => {
  const screen = await showCard({ tags: ['Money', 'Work'], chosenTags: ['Money'] })
  await expect.element(screen.getByText('Because you chose “Money”')).toBeVisible()
})

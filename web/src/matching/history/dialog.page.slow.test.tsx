import { getMatchList } from '@saathi/contract/matching/calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerMatching, match, matchList, showMatching } from '../matching.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const expiresAt = '2099-01-01T00:00:00.000Z'
const day = (text: string) => ({ updatedTimestamp: `2026-11-${text}:00+05:30` })

async function openHistory() {
  const shown = await showMatching()
  await shown.getByRole('button', { name: 'View matching history' }).click()
  const dialog = shown.getByRole('dialog', { name: 'Matching history' })
  await expect.element(dialog).toBeVisible()
  return { shown, dialog }
}

test('[MAT-01] lists all matches by day and highlights open and successful ones', async () => {
  const { lists } = answerMatching({
    history: [
      match({ fullName: 'Priya Nair', status: 'ACTIVE', expiresAt, ...day('14T10:00') }),
      match({
        fullName: 'Ravi Kulkarni',
        status: 'EXPIRED',
        displayMessage: 'It did not come about this time.',
        ...day('14T09:00'),
      }),
      match({ fullName: 'Meera Iyer', status: 'SUCCESS', ...day('02T10:00') }),
      match({ fullName: 'Joseph Toppo', status: 'REJECTED', ...day('02T09:00') }),
    ],
  })
  const { dialog } = await openHistory()
  const later = dialog.getByRole('region', { name: 'Saturday, 14 November 2026' }).getByRole('listitem')
  await expect.element(later.nth(0).getByText('Open')).toBeVisible()
  await expect.element(later.nth(0).getByText('Priya Nair')).toBeVisible()
  await expect.element(later.nth(1).getByText('Closed')).toBeVisible()
  await expect.element(later.nth(1).getByText('It did not come about this time.')).toBeVisible()
  const earlier = dialog.getByRole('region', { name: 'Monday, 2 November 2026' }).getByRole('listitem')
  await expect.element(earlier.nth(0).getByText('Matched')).toBeVisible()
  await expect.element(earlier.nth(1).getByText('You were not interested')).toBeVisible()
  const isHighlighted = [...later.elements(), ...earlier.elements()].map((item) => item.hasAttribute('data-highlighted'))
  expect(isHighlighted).toEqual([true, false, true, false])
  expect(lists.at(-1)?.query).toMatchObject({ active: false, page: 1 })
})

test('[DAY-44] tells apart what is to be decided, what waits for an answer, and who is in the group', async () => {
  answerMatching({
    history: [
      match({ fullName: 'Asha Rao', expiresAt, ...day('14T12:00') }),
      match({ fullName: 'Priya Nair', expiresAt, interestStatus: 'INTERESTED', ...day('14T10:00') }),
      match({ fullName: 'Ritu Das', interestStatus: 'INTERESTED', ...day('14T09:00') }),
    ],
  })
  const { dialog } = await openHistory()
  const items = dialog.getByRole('listitem')
  for (const [at, words] of ['Open', 'Waiting for an answer', 'In the group'].entries())
    await expect.element(items.nth(at).getByText(words)).toBeVisible()
})

test('[MAT-01] closes on Escape and returns the focus to its button', async () => {
  answerMatching()
  const { shown, dialog } = await openHistory()
  await expect.element(dialog.getByRole('heading', { name: 'No matches yet' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(shown.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(shown.getByRole('button', { name: 'View matching history' })).toHaveFocus()
})

test('[MAT-01] loads earlier matches on request', async () => {
  answerMatching()
  answer(getMatchList, ({ query }) => {
    if (query.active) return matchList()
    const first = { matchTrackers: [match({ fullName: 'Priya Nair', ...day('14T10:00') })], hasNextPage: true }
    const second = { matchTrackers: [match({ fullName: 'Meera Iyer', ...day('01T10:00') })], hasNextPage: false }
    return matchList(query.page === 1 ? first : second)
  })
  const { dialog } = await openHistory()
  await expect.element(dialog.getByText('Priya Nair')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show earlier' }).click()
  await expect.element(dialog.getByText('Meera Iyer')).toBeVisible()
  await expect.element(dialog.getByText('Priya Nair')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument()
})

test('shows an error if the history fails to load, and a retry loads it', async () => {
  answerMatching()
  let isBroken = true
  answer(getMatchList, ({ query }) => {
    if (query.active) return matchList()
    return isBroken ? refuse('core.broken', 500) : matchList({ matchTrackers: [match({ fullName: 'Priya Nair' })] })
  })
  const { dialog } = await openHistory()
  await expect.element(dialog.getByRole('heading', { name: 'We could not load the matching history' })).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Priya Nair')).toBeVisible()
})

import { getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'
import { contentRow, emptyDesk, fullDraft, preview } from './author.fake.ts'

const programmes = [{ id: 7, key: 'pragati', name: 'Pragati', reviewsContent: false }]
const counts = { session: 2, survey: 6, post: 41, faq: 1, card: 2, legal: 3 }
const rows = [
  contentRow(),
  contentRow({ key: 'first-salary', title: 'First salary', state: 'published', hasChanges: false, languages: [] }),
]

function showList(actions: string[] = [], listed = rows) {
  answer(getDesk, emptyDesk)
  answer(calls.listContent, { rows: listed, counts, programmes, isForAll: false })
  return showConsole({ console: { actions: ['staff.console', 'staff.content', ...actions] }, path: '/staff/content' })
}

test('[AUT-01] the list names state, languages and how many are in the middle, and is filtered by state', async () => {
  const screen = await showList()
  await expect.element(screen.getByText('Draft on version 3')).toBeVisible()
  await expect.element(screen.getByText('5 steps, 35 min, version 3').first()).toBeVisible()
  await expect.element(screen.getByText('Leela Thomas, 18 Nov', { exact: false }).first()).toBeVisible()
  await screen.getByRole('link', { name: 'Live 1' }).click()
  await expect.element(screen.getByText('Speak up')).not.toBeInTheDocument()
  await expect.element(screen.getByText('First salary')).toBeVisible()
  await screen.getByRole('link', { name: 'Translation behind 1' }).click()
  await expect.element(screen.getByText('Speak up')).toBeVisible()
  await expect.element(screen.getByText('First salary')).not.toBeInTheDocument()
  const surveys = answer(calls.listContent, { rows: [], counts, programmes, isForAll: false })
  await screen.getByRole('tab', { name: 'Surveys 6' }).click()
  await expect.element(screen.getByText('Nothing here yet')).toBeVisible()
  expect(surveys.inputs.at(-1)?.query.kind).toBe('survey')
})

test('[AUT-01] the list can be limited to what the reader wrote, and says “You” for their own changes', async () => {
  const mine = contentRow({ key: 'mine', title: 'My session', isMine: true, isChangedByReader: true })
  const screen = await showList([], [...rows, mine])
  await expect.element(screen.getByText('You, 18 Nov', { exact: false })).toBeVisible()
  await screen.getByRole('link', { name: 'Mine 1' }).click()
  await expect.element(screen.getByText('My session')).toBeVisible()
  await expect.element(screen.getByText('First salary')).not.toBeInTheDocument()
})

test('[AUT-07] live content with a translation behind its source says so instead of “Live”', async () => {
  const stale = contentRow({ state: 'published', hasChanges: false })
  const screen = await showList([], [stale])
  await expect.element(screen.getByRole('row', { name: /Speak up.*Translation behind/ })).toBeVisible()
})

test('a long list shows ten rows first, and the others on request', async () => {
  const many = Array.from({ length: 24 }, (_, at) => contentRow({ key: `session-${at}`, title: `Session ${at}` }))
  const screen = await showList([], many)
  await expect.element(screen.getByText('10 of 24')).toBeVisible()
  await expect.element(screen.getByText('Session 10', { exact: true })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Show the others' }).click()
  await expect.element(screen.getByText('Session 23', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('10 of 24')).not.toBeInTheDocument()
})

test('a new session is for a programme of the author, and opens in the editor', async () => {
  const screen = await showList()
  await screen.getByRole('button', { name: 'New session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New session' })
  await dialog.getByLabelText('Title of the session').fill('Speak up')
  const created = answer(calls.createContent, { key: 'speak-up' })
  answer(calls.getDraft, fullDraft())
  answer(calls.previewDraft, preview('Breathe in'))
  await dialog.getByRole('button', { name: 'Start writing' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
  expect(created.inputs.map(({ body }) => body)).toEqual([{ kind: 'session', title: 'Speak up', projectId: 7 }])
  await expect.element(screen.getByText('Breathe in', { exact: true })).toBeVisible()
})

test('[AUT-06] managers say which programmes need a second person; authors do not', async () => {
  const screen = await showList(['staff.programmes'])
  const setting = answer(team.setContentReview, { isNeeded: true })
  await screen.getByRole('checkbox', { name: 'Pragati' }).click()
  await expect
    .poll(() => setting.inputs.map(({ params, body }) => [params, body]))
    .toEqual([[{ programmeId: 7 }, { isNeeded: true }]])
})

import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { ContentRow } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'
import { fullDraft, preview } from './author.fake.ts'

const row = (changes: Partial<ContentRow> = {}): ContentRow => ({
  kind: 'session',
  key: 'speak-up',
  title: 'Speak up',
  state: 'draft',
  version: 3,
  hasChanges: true,
  cover: null,
  color: '#FA86A3',
  steps: 5,
  minutes: 35,
  languages: [
    { language: 'hi', total: 9, missing: 0, behind: 2 },
    { language: 'mr', total: 9, missing: 9, behind: 0 },
  ],
  inTheMiddle: 17,
  changedBy: 'Leela Thomas',
  isChangedByReader: false,
  isMine: false,
  changedAt: '2026-11-18T03:33:00.000Z',
  scheduledFor: null,
  mayWrite: true,
  ...changes,
})
const programmes = [{ id: 7, key: 'pragati', name: 'Pragati', reviewsContent: false }]
const counts = { session: 2, survey: 6, post: 41, faq: 1, card: 2, legal: 3 }
const rows = [row(), row({ key: 'first-salary', title: 'First salary', state: 'published', hasChanges: false, languages: [] })]

function showList(actions: string[] = []) {
  answer(calls.listContent, { rows, counts, programmes, isForAll: false })
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

import { getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as exchange from '@saathi/contract/content/exchange-calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../../test/harness.tsx'
import { showConsole } from '../../console.fake.ts'
import { emptyDesk } from '../author.fake.ts'

function showList(actions = ['staff.console', 'staff.content', 'staff.programmes'], isForAll = true) {
  const counts = { session: 0, survey: 0, post: 0, faq: 0, card: 0, legal: 0 }
  answer(getDesk, emptyDesk)
  answer(calls.listContent, { rows: [], counts, programmes: [], isForAll })
  return showConsole({ console: { actions }, path: '/staff/content' })
}
const zip = new File(['PK'], 'pragati.zip', { type: 'application/zip' })
const entry: exchange.PlannedEntry = {
  kind: 'session',
  key: 'speak-up',
  change: 'changed',
  files: ['steps/why.md'],
  hasDraft: true,
}

async function choose() {
  const dialog = page.getByRole('dialog', { name: 'Import a programme' })
  await dialog.getByLabelText('Choose a zip archive').upload(zip)
  return dialog
}

test('[AUT-09] an archive with mistakes names each with its place, and cannot be imported', async () => {
  const screen = await showList()
  const problems = [
    { file: 'sessions/01-a/session.json', line: 12, field: 'title.hi', text: 'the translation is missing' },
    { file: '', line: null, field: null, text: 'is damaged' },
  ]
  answer(exchange.checkImport, { problems, problemCount: 7, plan: null })
  await screen.getByRole('button', { name: 'Import' }).click()
  const dialog = await choose()
  await expect.element(dialog.getByText('7 mistakes')).toBeVisible()
  await expect.element(dialog.getByText('sessions/01-a/session.json')).toBeVisible()
  await expect.element(dialog.getByText('line 12, title.hi')).toBeVisible()
  await expect.element(dialog.getByText('The archive', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('5 more')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Import and publish' })).toBeDisabled()
})

test('[AUT-09] what would change is shown before it is imported with the token of the check', async () => {
  const screen = await showList()
  const same: exchange.PlannedEntry = { ...entry, key: 'listen', change: 'same', files: [], hasDraft: false }
  const gone: exchange.PlannedEntry = { ...same, key: 'gone', change: 'absent' }
  const plan = { token: 'checked', entries: [entry, same, gone] }
  answer(exchange.checkImport, { problems: [], problemCount: 0, plan })
  const imported = answer(exchange.importProgramme, { changed: 1 })
  await screen.getByRole('button', { name: 'Import' }).click()
  const dialog = await choose()
  await expect.element(dialog.getByText('0 new, 1 changed, 0 removed, 1 the same')).toBeVisible()
  await expect.element(dialog.getByText('steps/why.md')).toBeVisible()
  await expect.element(dialog.getByText('Its draft would replace this when it is published.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import and publish' }).click()
  await expect.element(page.getByText('Imported: 1 part has changed.')).toBeVisible()
  expect(imported.inputs.map(({ form }) => form.fields)).toEqual([{ token: 'checked' }])
})

test('[AUT-09] only people with rights in all programmes see it', async () => {
  const screen = await showList(['staff.console', 'staff.content'])
  await expect.element(screen.getByText('Nothing here yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

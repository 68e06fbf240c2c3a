import * as team from '@saathi/contract/content/draft-team-calls'
import type { TranslationRow } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { answer } from '../../../test/harness.tsx'
import { holdTimers } from '../../../test/hold-timers.ts'
import { fullDraft, showEditor } from './author.fake.ts'

const row = (changes: Partial<TranslationRow> = {}): TranslationRow => ({
  part: 'step:why',
  path: 'blocks.b1.text',
  source: 'Count six.',
  text: 'पाँच तक गिनिए।',
  seen: 'Count five.',
  revision: 2,
  changedAt: null,
  sourceChangedAt: null,
  ...changes,
})
const show = () => showEditor(fullDraft(), '/staff/content/session/speak-up?tab=translate')

test('[AUT-07] a translation behind its source shows what changed, and can be marked as still right', async () => {
  answer(team.listTranslations, {
    rows: [row(), row({ path: 'blocks.b2.text', source: 'New', seen: null, text: '', revision: 0 })],
  })
  const screen = await show()
  await expect.element(screen.getByText('The source has changed')).toBeVisible()
  await expect.element(screen.getByText('Missing, English is shown')).toBeVisible()
  await expect.element(screen.getByText('2 of 2 texts are open')).toBeVisible()
  expect(document.querySelector('del')?.textContent?.trim()).toBe('five.')
  expect(document.querySelector('ins')?.textContent?.trim()).toBe('six.')
  const saves = answer(team.saveTranslation, { row: row({ seen: 'Count six.', revision: 3 }), revision: 13 })
  await screen.getByRole('button', { name: 'Still right' }).click()
  await expect.element(screen.getByText('Up to date')).toBeVisible()
  expect(saves.inputs.map(({ body }) => body)).toEqual([
    { language: 'hi', part: 'step:why', path: 'blocks.b1.text', source: 'Count six.', text: 'पाँच तक गिनिए।', revision: 2 },
  ])
})

test('[AUT-07] the day of the change is shown, and “Next” goes from one open text to the next and back to the first', async () => {
  const sourceChangedAt = '2026-11-12T03:33:00.000Z'
  answer(team.listTranslations, {
    rows: [
      row({ sourceChangedAt }),
      row({ path: 'blocks.b2.text', source: 'Done', seen: 'Done', text: 'हो गया' }),
      row({ path: 'blocks.b3.text', source: 'New', seen: null, text: '', revision: 0 }),
    ],
  })
  const screen = await show()
  await expect.element(screen.getByText('The source changed on 12 Nov 2026')).toBeVisible()
  const next = screen.getByRole('button', { name: 'Next' })
  for (const source of ['Count six.', 'New', 'Count six.']) {
    await next.click()
    await expect.element(screen.getByLabelText(`Translation of: ${source}`)).toHaveFocus()
  }
})

test('[AUT-07] the tab counts what is behind, until it is translated', async () => {
  answer(team.listTranslations, { rows: [row()] })
  const screen = await show()
  await expect.element(screen.getByRole('tab', { name: 'Translate, 2 behind' })).toBeVisible()
  answer(team.saveTranslation, { row: row({ seen: 'Count six.', revision: 3 }), revision: 13 })
  await screen.getByRole('button', { name: 'Still right' }).click()
  await expect.element(screen.getByRole('tab', { name: 'Translate, 1 behind' })).toBeVisible()
})

test('[AUT-06] a returned draft says so to its author', async () => {
  const screen = await showEditor(fullDraft({ isReturned: true, returnedBy: 'Anil Bhosale' }))
  await expect.element(screen.getByText('Anil Bhosale gave this back. Correct it, then ask for review again.')).toBeVisible()
})

test('[AUT-07] a translation is saved a second after the last key', async () => {
  const timers = holdTimers(1_000)
  answer(team.listTranslations, { rows: [row({ seen: null, text: '', revision: 0 })] })
  const screen = await show()
  const saves = answer(team.saveTranslation, { row: row({ seen: 'Count six.', text: 'छह तक', revision: 1 }), revision: 13 })
  await screen.getByLabelText('Translation of: Count six.').fill('छह तक')
  expect(saves.inputs).toEqual([])
  await timers.begun()
  timers.end()
  await expect.element(screen.getByText('Up to date')).toBeVisible()
})

test('[AUT-06] a second person approves, and comments are added', async () => {
  const screen = await showEditor(fullDraft({ state: 'in_review', askedBy: 'Anil Bhosale', mayApprove: true, needsReview: true }))
  await expect.element(screen.getByText('Anil Bhosale asks a second person to read this.')).toBeVisible()
  const reviewed = answer(team.reviewDraft, {})
  await screen.getByRole('button', { name: 'Say yes' }).click()
  await expect.poll(() => reviewed.inputs.map(({ body }) => body)).toEqual([{ act: 'approve', revision: 12 }])
  answer(team.listDraftComments, { comments: [] })
  await screen.getByRole('tab', { name: 'Comments 1' }).click()
  await expect.element(screen.getByText('No comments yet.')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Comments' })).toBeVisible()
  const comment = { id: 4, text: 'Too long', by: 'Leela Thomas', at: '2026-11-18T03:33:00.000Z', isDone: false }
  answer(team.addDraftComment, { comments: [comment] })
  await screen.getByLabelText('Comment').fill('Too long')
  await screen.getByRole('button', { name: 'Add the comment' }).click()
  await expect.element(screen.getByText('Leela Thomas')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Comments 1' })).toBeVisible()
})

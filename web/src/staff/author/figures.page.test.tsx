import * as team from '@saathi/contract/content/draft-team-calls'
import { expect, test } from 'vitest'
import { answer } from '../../../test/harness.tsx'
import { fullDraft, showEditor } from './author.fake.ts'

test('[AUT-11] authors see where people stop and which questions they get wrong, and no counts below five', async () => {
  answer(team.getFigures, {
    started: 212,
    steps: [
      { key: 'why', title: 'Why rooms feel loud', stopped: 40 },
      { key: 'try', title: 'Try it', stopped: null },
    ],
    questions: [
      { quiz: 'check', key: 'first', title: 'What helps?', answered: 150, right: 33 },
      { quiz: 'check', key: 'next', title: 'What else?', answered: null, right: null },
    ],
  })
  const screen = await showEditor(fullDraft(), '/staff/content/session/speak-up?tab=figures')
  await expect.element(screen.getByText('212 people have started the published version.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Why rooms feel loud.*40/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Try it.*fewer than 5/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /What helps\?.*150.*22 %/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /What else\?.*fewer than 5.*–/ })).toBeVisible()
})

test('[AUT-11] a version that fewer than five people have started does not say that nobody has', async () => {
  answer(team.getFigures, { started: null, steps: [], questions: [] })
  const screen = await showEditor(fullDraft(), '/staff/content/session/speak-up?tab=figures')
  await expect.element(screen.getByText('Fewer than 5 people have started the published version.')).toBeVisible()
})

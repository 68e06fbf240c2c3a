import * as calls from '@saathi/contract/content/draft-calls'
import * as versions from '@saathi/contract/content/version-calls'
import { expect, test } from 'vitest'
import { answer } from '../../../../test/harness.tsx'
import { fullDraft, part, showEditor } from '../author.fake.ts'

const at = '2026-11-12T13:00:00.000Z'
const show = () => showEditor(fullDraft(), '/staff/content/session/speak-up?tab=versions')
const listed = { id: 7, version: 3, way: 'version' as const, by: 'Leela Nair', at }

function publishedWith(text: string) {
  const { parts } = fullDraft()
  const step = {
    kind: 'step' as const,
    blocks: [{ id: 'b1', contentType: 'TEXT' as const, text, image: null, url: null, quiz: null, allowRetake: true }],
  }
  return { parts: parts.map(({ name, body }) => ({ name, body: name === 'step:why' ? step : body })) }
}

test('[AUT-05] the draft is compared with a chosen version word by word, and a part can be brought back', async () => {
  answer(versions.listVersions, { versions: [listed, { ...listed, id: 5, version: 2, way: 'wording', by: null }] })
  const asked = answer(versions.getVersion, publishedWith('Breathe out.'))
  const screen = await show()
  await expect.element(screen.getByRole('heading', { name: 'Why rooms feel loud' })).toBeVisible()
  expect(document.querySelector('del')?.textContent).toBe('out.')
  expect(document.querySelector('ins')?.textContent).toBe('in.')
  await screen.getByLabelText('Compare the draft with').selectOptions('Version 2, words corrected, 12 Nov, 6:30 pm')
  await expect.poll(() => [...new Set(asked.inputs.map(({ params }) => params.id))]).toEqual([7, 5])
  const saved = answer(calls.saveDraftPart, { part: part('step:why', fullDraft().parts[1]!.body), revision: 13, problems: [] })
  await screen.getByRole('button', { name: /^Bring this back/ }).click()
  await expect.element(screen.getByText('Nothing differs')).toBeVisible()
  await expect.poll(() => JSON.stringify(saved.inputs[0]?.body)).toContain('Breathe out.')
})

test('[AUT-05] before anything is published there is nothing to compare with, and it says so', async () => {
  answer(versions.listVersions, { versions: [] })
  const screen = await showEditor(fullDraft({ version: null }), '/staff/content/session/speak-up?tab=versions')
  await expect.element(screen.getByText('Nothing to compare yet')).toBeVisible()
})

test('[AUT-05] what was published appears once the first change is saved', async () => {
  answer(versions.listVersions, { versions: [] })
  const screen = await show()
  await expect.element(screen.getByText('Nothing differs')).toBeVisible()
  await screen.getByRole('tab', { name: 'Write' }).click()
  answer(calls.saveDraftPart, { part: part('session', fullDraft().parts[0]!.body), revision: 13, problems: [] })
  answer(versions.listVersions, { versions: [listed] })
  answer(versions.getVersion, publishedWith('Breathe out.'))
  await screen.getByLabelText('Title of the step').fill('Another title')
  await screen.getByRole('tab', { name: 'Versions' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Another title' })).toBeVisible()
})

import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftBody, DraftContent } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { answer } from '../../../../test/harness.tsx'
import { showConsole } from '../../console.fake.ts'
import { fullDraft, part, takeSaves } from '../author.fake.ts'
import { newQuestion } from '../parts.ts'

const nothing = { revision: 12, post: null, legal: null, faq: [], cards: [], survey: null }

function showPage(
  kind: DraftContent['kind'],
  key: string,
  bodies: Record<string, DraftBody>,
  changes: Partial<DraftContent> = {},
) {
  const parts = Object.entries(bodies).map(([name, body]) => part(name, body))
  answer(calls.getDraft, fullDraft({ kind, key, title: key, version: 1, parts, ...changes }))
  answer(calls.listContent, {
    rows: [],
    counts: { session: 1, survey: 1, post: 1, faq: 1, card: 2, legal: 3 },
    programmes: [],
    isForAll: true,
  })
  return showConsole({ console: { actions: ['staff.console', 'staff.content'] }, path: `/staff/content/${kind}/${key}` })
}

const nothingToChoose = { tags: [], readiness: [], criteria: [] }
const topic = { id: 't1', title: 'Starting', items: [{ id: 'q1', question: 'What is this?', answer: 'A place to learn.' }] }

test('[AUT-01] questions and answers are written, saved and previewed', async () => {
  const content = [{ question: '', localeQuestion: 'As members read it', answer: '', localeAnswer: 'An answer' }]
  answer(calls.previewPage, { ...nothing, faq: [{ topicTitle: 'Starting', localeTopicTitle: 'Starting', content }] })
  const saves = takeSaves()
  const screen = await showPage('faq', 'faq', { faq: { kind: 'faq', topics: [topic] } })
  await expect.element(screen.getByText('As members read it')).toBeVisible()
  await screen.getByLabelText('Question', { exact: true }).fill('Who is it for?')
  await expect
    .poll(() => saves.inputs.map(({ body }) => body.body))
    .toEqual([
      { kind: 'faq', topics: [{ ...topic, items: [{ id: 'q1', question: 'Who is it for?', answer: 'A place to learn.' }] }] },
    ])
  await screen.getByRole('button', { name: 'Add a topic' }).click()
  await expect.element(screen.getByLabelText('Topic', { exact: true }).nth(1)).toBeVisible()
})

test('[AUT-01] a legal text says that everybody is asked again, and names its mistakes at their field', async () => {
  answer(calls.previewPage, { ...nothing, legal: { title: 'Privacy policy', content: 'As members read it' } })
  const problems = [{ part: 'legal', path: 'content', text: 'HTML is not allowed; use Markdown' }]
  const body = { kind: 'legal' as const, title: 'Privacy policy', content: '<b>We</b>' }
  const screen = await showPage('legal', 'privacy-policy', { legal: body }, { problems })
  await expect.element(screen.getByText('everybody is asked to agree again', { exact: false })).toBeVisible()
  await expect.element(screen.getByText('HTML is not allowed; use Markdown')).toBeVisible()
  await expect.element(screen.getByText('As members read it')).toBeVisible()
})

test('[AUT-10] a survey is written stage by stage, and an answered question keeps its kind', async () => {
  const asked = { ...newQuestion('work'), title: 'What do you want to do?', criterion: null, readiness: null, tags: {} }
  const stages = [
    { key: 'one', name: 'First stage', description: 'Two questions' },
    { key: 'two', name: 'Second stage', description: 'One question' },
  ]
  const about = { shortDescription: 'Short', minutes: 5, icon: null, background: null, audience: 'everyone' as const }
  answer(calls.previewPage, nothing)
  answer(team.listPictures, { pictures: [] })
  answer(team.listChoices, nothingToChoose)
  const saves = takeSaves()
  const screen = await showPage(
    'survey',
    'plans',
    {
      survey: { kind: 'survey', name: 'Plans', ...about, projects: [], after: null, closesInDays: null, stages },
      'stage:one': { kind: 'stage', pages: [{ id: 'p1', title: 'Page one', description: '', questions: [asked] }] },
      'stage:two': { kind: 'stage', pages: [{ id: 'p1', title: 'Page two', description: '', questions: [] }] },
    },
    { locked: [{ quiz: 'one', question: 'work', answers: 4 }] },
  )
  await expect.element(screen.getByLabelText('Kind of answer')).toBeDisabled()
  await screen.getByRole('button', { name: 'Second stage' }).click()
  await screen.getByRole('button', { name: 'Add a question' }).click()
  await expect.poll(() => saves.inputs.map(({ body }) => body.name)).toEqual(['stage:two'])
})

test('[AUT-01] the pictures of a survey are chosen, and what its answers are used for', async () => {
  const choice = { ...newQuestion('work'), title: 'What do you like?', criterion: null, readiness: null, tags: {} }
  const options = [
    { key: 'a', label: 'Numbers', helpText: '', isCorrect: false },
    { key: 'b', label: 'Words', helpText: '', isCorrect: false },
  ]
  const scale = {
    ...choice,
    key: 'sure',
    title: 'How sure?',
    questionType: 'AgreeabilityFiveOptions' as const,
    answerOptions: [],
  }
  const stages = [{ key: 'one', name: 'First stage', description: 'Two questions' }]
  const about = { shortDescription: 'Short', minutes: 5, icon: null, background: null, audience: 'everyone' as const }
  const hash = 'a'.repeat(64)
  answer(calls.previewPage, nothing)
  answer(team.listPictures, { pictures: [{ hash, url: '/media/a', name: 'compass.svg', bytes: 2048 }] })
  answer(team.listChoices, {
    tags: [{ key: 'money', name: 'Money' }],
    readiness: [{ key: 'confidence', name: 'Confidence' }],
    criteria: [{ key: 'goals', name: 'Goals' }],
  })
  const saves = takeSaves()
  const screen = await showPage('survey', 'plans', {
    survey: { kind: 'survey', name: 'Plans', ...about, projects: [], after: null, closesInDays: null, stages },
    'stage:one': {
      kind: 'stage',
      pages: [{ id: 'p1', title: 'Page one', description: '', questions: [{ ...choice, answerOptions: options }, scale] }],
    },
  })
  await screen.getByLabelText('Icon').selectOptions('compass.svg')
  await screen.getByLabelText('Background picture').selectOptions('compass.svg')
  await screen.getByLabelText('Used in matching as').selectOptions('Goals')
  await screen.getByText('Sessions offered first').click()
  await screen.getByLabelText('Words', { exact: true }).selectOptions('Money')
  await screen.getByLabelText('Measures work-readiness in').selectOptions('Confidence')
  await expect
    .poll(() => saves.inputs.map(({ body }) => body.body))
    .toMatchObject([
      { kind: 'survey', icon: hash, background: hash },
      { kind: 'stage', pages: [{ questions: [{ criterion: 'goals', tags: { b: 'money' } }, { readiness: 'confidence' }] }] },
    ])
})

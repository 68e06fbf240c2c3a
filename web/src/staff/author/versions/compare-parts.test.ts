import type { DraftBlock, DraftBody, SessionPart } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { newQuestion } from '../parts.ts'
import { compareParts } from './compare-parts.ts'

const session: SessionPart = {
  kind: 'session',
  title: 'Speak up',
  overview: '',
  tags: ['self'],
  color: 'teal',
  cover: null,
  isLearningHub: true,
  first: null,
  projects: [],
  steps: [
    { key: 'why', title: 'Why', durationMinutes: 5 },
    { key: 'try', title: 'Try it', durationMinutes: 5 },
  ],
}
const block = (id: string, text: string): DraftBlock => ({
  id,
  contentType: 'TEXT',
  text,
  image: null,
  url: null,
  quiz: null,
  allowRetake: true,
})
const step = (...blocks: DraftBlock[]): DraftBody => ({ kind: 'step', blocks })
const parts = (...entries: [string, DraftBody][]) => new Map(entries)

test('equal versions have no difference', () => {
  const bodies = parts(['session', session], ['step:why', step(block('b1', 'Words'))])
  expect(compareParts(bodies, structuredClone(bodies))).toEqual([])
})

test('changed words, settings, and new and removed blocks are named with their place', () => {
  const before = parts(['session', session], ['step:why', step(block('b1', 'Old words'), block('b2', 'Soon gone'))])
  const after = parts(
    ['session', { ...session, tags: ['self', 'work'], cover: 'abc' }],
    ['step:why', step(block('b1', 'New words'), block('b3', 'A new block'))],
  )
  expect(compareParts(before, after)).toEqual([
    {
      name: 'session',
      kind: 'changed',
      differences: [
        { path: 'tags', kind: 'changed', setting: 'tags', before: 'self', after: 'self, work' },
        { path: 'cover', kind: 'changed', setting: 'picture', before: '', after: 'abc' },
      ],
    },
    {
      name: 'step:why',
      kind: 'changed',
      differences: [
        { path: 'blocks.b2', kind: 'gone', setting: 'words', before: 'Soon gone', after: '' },
        { path: 'blocks.b1.text', kind: 'changed', setting: 'words', before: 'Old words', after: 'New words' },
        { path: 'blocks.b3', kind: 'new', setting: 'words', before: '', after: 'A new block' },
      ],
    },
  ])
})

test('a block that only moved is shown as moved, not as removed and added', () => {
  const before = parts(['step:why', step(block('b1', 'One'), block('b2', 'Two'))])
  const after = parts(['step:why', step(block('b2', 'Two'), block('b1', 'One'))])
  expect(compareParts(before, after)[0]?.differences).toEqual([
    { path: 'blocks', kind: 'moved', setting: 'words', before: 'One\nTwo', after: 'Two\nOne' },
  ])
})

test('another right answer is a difference although no word changed', () => {
  const question = newQuestion('q1')
  const [a, b] = question.answerOptions
  if (!a || !b) throw new Error('two options are expected')
  const other = { ...question, answerOptions: [{ ...a, isCorrect: true }, b] }
  const quiz = (asked: typeof question): DraftBody => ({ kind: 'quiz', helpText: '', questions: [asked] })
  expect(compareParts(parts(['quiz:check', quiz(question)]), parts(['quiz:check', quiz(other)]))[0]?.differences).toEqual([
    { path: 'questions.q1.answerOptions.a.isCorrect', kind: 'changed', setting: 'right', before: 'false', after: 'true' },
  ])
})

test('a whole part is new or gone, with all its words', () => {
  const before = parts(['session', session], ['step:try', step(block('b1', 'Try'), block('b2', 'Again'))])
  const after = parts(['session', session], ['step:new', step(block('b1', 'First'))])
  expect(
    compareParts(before, after).map(({ name, kind, differences }) => [name, kind, differences[0]?.before, differences[0]?.after]),
  ).toEqual([
    ['step:new', 'new', '', 'First'],
    ['step:try', 'gone', 'Try\nAgain', ''],
  ])
})

test('a survey that opens after another one differs in what opens it', () => {
  const survey: DraftBody = {
    kind: 'survey',
    name: 'Your plans',
    shortDescription: '',
    minutes: 5,
    icon: null,
    background: null,
    audience: 'everyone',
    projects: [],
    after: null,
    closesInDays: null,
    stages: [],
  }
  const later: DraftBody = { ...survey, after: { survey: 'about-you', days: 7 } }
  expect(
    compareParts(parts(['survey', survey]), parts(['survey', later]))[0]?.differences.map(({ setting, after }) => [
      setting,
      after,
    ]),
  ).toEqual([
    ['opens', 'about-you'],
    ['opens', '7'],
  ])
})

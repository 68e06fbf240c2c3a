import type { DraftBlock, DraftBody } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { mergeParts } from './merge.ts'
import { newQuestion } from './parts.ts'

const block = (id: string, text: string): DraftBlock => ({
  id,
  contentType: 'TEXT',
  text,
  image: null,
  url: null,
  quiz: null,
  allowRetake: true,
})
const step = (...texts: [string, string][]): DraftBody => ({ kind: 'step', blocks: texts.map(([id, text]) => block(id, text)) })
const textsOf = (body: DraftBody) => (body.kind === 'step' ? body.blocks.map(({ text }) => text) : [])
const merge = (base: DraftBody, mine: DraftBody, theirs: DraftBody) => textsOf(mergeParts(base, mine, theirs, () => 'copy'))

const base = step(['a', 'one'], ['b', 'two'])

test('changes of different blocks are both kept', () => {
  expect(merge(base, step(['a', 'ONE'], ['b', 'two']), step(['a', 'one'], ['b', 'TWO']))).toEqual(['ONE', 'TWO'])
})

test('a block that both have changed is kept twice, so that no word is lost', () => {
  expect(merge(base, step(['a', 'mine'], ['b', 'two']), step(['a', 'theirs'], ['b', 'two']))).toEqual(['theirs', 'mine', 'two'])
})

test('new blocks of both are kept in their places', () => {
  expect(merge(base, step(['a', 'one'], ['x', 'new'], ['b', 'two']), step(['a', 'one'], ['b', 'two'], ['y', 'last']))).toEqual([
    'one',
    'new',
    'two',
    'last',
  ])
})

test('a block removed by one and unchanged by the other is gone; if it was changed, it stays', () => {
  expect(merge(base, step(['b', 'two']), base)).toEqual(['two'])
  expect(merge(base, step(['a', 'changed'], ['b', 'two']), step(['b', 'two']))).toEqual(['changed', 'two'])
})

const session = (changes: Partial<Extract<DraftBody, { kind: 'session' }>> = {}): DraftBody => ({
  kind: 'session',
  title: 'Speak up',
  overview: 'About.',
  tags: ['work', 'self'],
  color: '#FA86A3',
  cover: null,
  isLearningHub: true,
  first: null,
  projects: [],
  steps: [{ key: 'why', title: 'Why', durationMinutes: 5 }],
  ...changes,
})
const mergeAny = (before: DraftBody, mine: DraftBody, theirs: DraftBody) => mergeParts(before, mine, theirs, () => 'copy')

test('[AUT-02] a title that both have changed has the words of both, and other settings follow who changed them', () => {
  const mine = session({ title: 'Speak out', color: '#74C16E', tags: ['work', 'money'] })
  const theirs = session({ title: 'Raise your voice', first: 2, tags: ['work', 'self', 'health'] })
  expect(mergeAny(session(), mine, theirs)).toEqual(
    session({
      title: 'Raise your voice / Speak out',
      color: '#74C16E',
      first: 2,
      tags: ['work', 'health', 'money'],
    }),
  )
})

test('a text that one has continued and a text that only one has changed are not doubled', () => {
  const longer = session({ title: 'Speak up today', overview: 'About. More.' })
  expect(mergeAny(session({ title: 'Speak' }), session(), longer)).toMatchObject({ title: 'Speak up today' })
  expect(mergeAny(session(), longer, session({ overview: 'Another.' }))).toMatchObject({
    title: 'Speak up today',
    overview: 'Another.\n\nAbout. More.',
  })
})

test('[AUT-02] a title is not taken for a part of a longer word', () => {
  expect(mergeAny(session(), session({ title: 'Week 12' }), session({ title: 'Week 1' }))).toMatchObject({
    title: 'Week 1 / Week 12',
  })
  expect(mergeAny(session(), session({ title: 'काम' }), session({ title: 'कामयाबी' }))).toMatchObject({ title: 'कामयाबी / काम' })
  expect(mergeAny(session(), session({ title: 'Week 1' }), session({ title: 'Week 1, again' }))).toMatchObject({
    title: 'Week 1, again',
  })
})

test('[AUT-02] a step that both have renamed exists once, with both titles', () => {
  const renamed = (title: string) => session({ steps: [{ key: 'why', title, durationMinutes: 5 }] })
  expect(mergeAny(session(), renamed('Loud rooms'), renamed('Strangers'))).toMatchObject({
    steps: [{ key: 'why', title: 'Strangers / Loud rooms' }],
  })
})

test('[AUT-02] posts, legal texts, surveys and answers to questions keep the words of both', () => {
  const post = (changes: object): DraftBody => ({
    kind: 'post',
    event: 'post',
    title: 'Fair',
    description: 'Come.',
    curatedNote: '',
    text: '',
    author: '',
    thumbnail: null,
    link: null,
    tags: [],
    ...changes,
  })
  expect(
    mergeAny(post({}), post({ description: 'Come early.' }), post({ description: 'Bring papers.', title: 'Big fair' })),
  ).toEqual(post({ title: 'Big fair', description: 'Bring papers. / Come early.' }))
  const legal = (content: string): DraftBody => ({ kind: 'legal', title: 'Terms', content })
  expect(mergeAny(legal('One.'), legal('One. Two.'), legal('Three.'))).toEqual(legal('Three.\n\nOne. Two.'))
  const faq = (title: string, answer: string): DraftBody => ({
    kind: 'faq',
    topics: [{ id: 't', title, items: [{ id: 'q', question: 'What?', answer }] }],
  })
  expect(mergeAny(faq('Start', 'One'), faq('Begin', 'Two'), faq('First', 'Three'))).toEqual({
    kind: 'faq',
    topics: [
      {
        id: 't',
        title: 'First / Begin',
        items: [
          { id: 'q', question: 'What?', answer: 'Three' },
          { id: 'copy', question: 'What?', answer: 'Two' },
        ],
      },
    ],
  })
  const stage = (title: string, asked: string): DraftBody => {
    const question = { ...newQuestion('q'), title: asked, criterion: null, readiness: null, tags: {} }
    return { kind: 'stage', pages: [{ id: 'p', title, description: '', questions: [question] }] }
  }
  const merged = mergeAny(stage('One', 'A?'), stage('Two', 'B?'), stage('Three', 'C?'))
  expect(merged).toMatchObject({
    pages: [
      {
        title: 'Three / Two',
        questions: [
          { key: 'q', title: 'C?' },
          { key: 'copy', title: 'B?' },
        ],
      },
    ],
  })
})

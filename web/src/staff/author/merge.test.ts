import type { DraftBlock, DraftBody } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { mergeParts } from './merge.ts'

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

import type { DraftBlock, DraftBody } from '@saathi/contract/content/drafts'
import { expect, test } from 'vitest'
import { weightOf } from './weight.ts'

const picture = (id: string, image: string): DraftBlock => ({
  id,
  contentType: 'IMAGE',
  text: 'अ',
  image,
  url: null,
  quiz: null,
  allowRetake: true,
})

test('[AUT-08] a step weighs each of its pictures once, and its words in bytes', () => {
  const sizes = new Map([
    ['one', 10_000],
    ['two', 5_000],
  ])
  const blocks = [picture('a', 'one'), picture('b', 'one'), picture('c', 'two')]
  // Three bytes for the letter and two for the quotes.
  expect(weightOf({ kind: 'step', blocks }, new Map<string, DraftBody>(), sizes)).toBe(15_000 + 3 * 5)
})

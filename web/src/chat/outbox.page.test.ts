import { expect, test } from 'vitest'
import { forgetUnsent, keepUnsent, recallUnsent, type Unsent } from './outbox.ts'

const unsent = (place: number): Unsent => ({
  tempId: `00000000-0000-4000-8000-00000000000${place}`,
  channel: 1,
  message: `Message ${place}`,
  attachment: null,
  file: null,
  writtenAt: `2026-11-14T10:00:0${place}.000Z`,
  failure: null,
  tab: 'a',
})

test('what is unsent is kept for each person, in the order in which it was written', () => {
  keepUnsent(1, unsent(2))
  keepUnsent(1, unsent(1))
  keepUnsent(2, unsent(3))
  expect(recallUnsent(1)).toEqual([unsent(1), unsent(2)])
  expect(recallUnsent(2)).toEqual([unsent(3)])
  forgetUnsent(1, unsent(1).tempId)
  expect(recallUnsent(1)).toEqual([unsent(2)])
  localStorage.clear()
})

test('what is damaged, or of an older build, is left out', () => {
  localStorage.setItem('saathi.chat.unsent.1.a', '{')
  localStorage.setItem('saathi.chat.unsent.1.b', '{"text":"old"}')
  keepUnsent(1, unsent(1))
  expect(recallUnsent(1)).toEqual([unsent(1)])
  localStorage.clear()
})

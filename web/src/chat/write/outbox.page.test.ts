import { expect, test } from 'vitest'
import { removeUnsent, saveUnsent, loadUnsent, type Unsent } from './outbox.ts'

const unsent = (index: number): Unsent => ({
  tempId: `00000000-0000-4000-8000-00000000000${index}`,
  channel: 1,
  message: `Message ${index}`,
  attachment: null,
  file: null,
  writtenAt: `2026-11-14T10:00:0${index}.000Z`,
  failure: null,
  tab: 'a',
})

test('unsent messages are stored per person, in the order in which they were written', () => {
  saveUnsent(1, unsent(2))
  saveUnsent(1, unsent(1))
  saveUnsent(2, unsent(3))
  expect(loadUnsent(1)).toEqual([unsent(1), unsent(2)])
  expect(loadUnsent(2)).toEqual([unsent(3)])
  removeUnsent(1, unsent(1).tempId)
  expect(loadUnsent(1)).toEqual([unsent(2)])
  localStorage.clear()
})

test('damaged data and data from older builds is skipped', () => {
  localStorage.setItem('saathi.chat.unsent.1.a', '{')
  localStorage.setItem('saathi.chat.unsent.1.b', '{"text":"old"}')
  saveUnsent(1, unsent(1))
  expect(loadUnsent(1)).toEqual([unsent(1)])
  localStorage.clear()
})

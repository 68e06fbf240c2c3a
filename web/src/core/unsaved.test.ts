import { expect, test } from 'vitest'
import {
  confirmBeforeSignOut,
  hasUnsavedChanges,
  hasUnsent,
  confirmDropChanges,
  onUnsavedChange,
  registerUnsent,
} from './unsaved.ts'

test('allows leaving if no page has unsaved changes', async () => {
  expect(await confirmDropChanges()).toBe(true)
})

test('asks all pages in order and stops at the first that does not agree', async () => {
  const asked: string[] = []
  const ask = (name: string, agrees: boolean) =>
    confirmBeforeSignOut(async () => {
      asked.push(name)
      return agrees
    })
  const endFirst = ask('first', true)
  expect(await confirmDropChanges()).toBe(true)
  const endSecond = ask('second', false)
  const endThird = ask('third', true)
  asked.length = 0
  expect(await confirmDropChanges()).toBe(false)
  expect(asked).toEqual(['first', 'second'])
  endSecond()
  asked.length = 0
  expect(await confirmDropChanges()).toBe(true)
  expect(asked).toEqual(['first', 'third'])
  endFirst()
  endThird()
})

test('notifies when a page gets unsaved changes and when they are saved', () => {
  const states: boolean[] = []
  const stop = onUnsavedChange(() => states.push(hasUnsavedChanges()))
  const saved = confirmBeforeSignOut(async () => true)
  saved()
  stop()
  confirmBeforeSignOut(async () => true)()
  expect(states).toEqual([true, false])
})

test('a page that registers again while asking is asked once', async () => {
  let times = 0
  let end = () => {}
  async function ask(): Promise<boolean> {
    times += 1
    end()
    end = confirmBeforeSignOut(() => ask())
    return true
  }
  end = confirmBeforeSignOut(ask)
  expect(await confirmDropChanges()).toBe(true)
  expect(times).toBe(1)
  end()
})

test('hasUnsent is true while any check returns true', () => {
  expect(hasUnsent()).toBe(false)
  const endEmpty = registerUnsent(() => false)
  expect(hasUnsent()).toBe(false)
  const endFull = registerUnsent(() => true)
  expect(hasUnsent()).toBe(true)
  endFull()
  expect(hasUnsent()).toBe(false)
  endEmpty()
})

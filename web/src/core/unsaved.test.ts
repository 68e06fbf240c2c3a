import { expect, test } from 'vitest'
import {
  confirmBeforeSignOut,
  hasUnsavedChanges,
  hasUnsent,
  confirmDropChanges,
  onUnsavedChange,
  registerUnsent,
} from './unsaved.ts'

test('where no page asks, one may leave', async () => {
  expect(await confirmDropChanges()).toBe(true)
})

test('all pages that ask must agree, and the first that does not is the last that is asked', async () => {
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

test('whoever wants to know is told when a page has changes that are not saved, and when it has none any more', () => {
  const heard: boolean[] = []
  const stop = onUnsavedChange(() => heard.push(hasUnsavedChanges()))
  const saved = confirmBeforeSignOut(async () => true)
  saved()
  stop()
  confirmBeforeSignOut(async () => true)()
  expect(heard).toEqual([true, false])
})

test('a page that adds itself again while it asks is asked once', async () => {
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

test('something is unsent while one room says so', () => {
  expect(hasUnsent()).toBe(false)
  const endEmpty = registerUnsent(() => false)
  expect(hasUnsent()).toBe(false)
  const endFull = registerUnsent(() => true)
  expect(hasUnsent()).toBe(true)
  endFull()
  expect(hasUnsent()).toBe(false)
  endEmpty()
})

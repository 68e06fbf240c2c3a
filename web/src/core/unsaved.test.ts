import { expect, test } from 'vitest'
import { askBeforeSignOut, hasChanges, hasUnsent, mayDropChanges, onChangesChanged, tellUnsent } from './unsaved.ts'

test('where no page asks, one may leave', async () => {
  expect(await mayDropChanges()).toBe(true)
})

test('all pages that ask must agree, and the first that does not is the last that is asked', async () => {
  const asked: string[] = []
  const ask = (name: string, agrees: boolean) =>
    askBeforeSignOut(async () => {
      asked.push(name)
      return agrees
    })
  const endFirst = ask('first', true)
  expect(await mayDropChanges()).toBe(true)
  const endSecond = ask('second', false)
  const endThird = ask('third', true)
  asked.length = 0
  expect(await mayDropChanges()).toBe(false)
  expect(asked).toEqual(['first', 'second'])
  endSecond()
  asked.length = 0
  expect(await mayDropChanges()).toBe(true)
  expect(asked).toEqual(['first', 'third'])
  endFirst()
  endThird()
})

test('whoever wants to know is told when a page has changes that are not saved, and when it has none any more', () => {
  const heard: boolean[] = []
  const stop = onChangesChanged(() => heard.push(hasChanges()))
  const saved = askBeforeSignOut(async () => true)
  saved()
  stop()
  askBeforeSignOut(async () => true)()
  expect(heard).toEqual([true, false])
})

test('a page that adds itself again while it asks is asked once', async () => {
  let times = 0
  let end = () => {}
  async function ask(): Promise<boolean> {
    times += 1
    end()
    end = askBeforeSignOut(() => ask())
    return true
  }
  end = askBeforeSignOut(ask)
  expect(await mayDropChanges()).toBe(true)
  expect(times).toBe(1)
  end()
})

test('something is unsent while one room says so', () => {
  expect(hasUnsent()).toBe(false)
  const endEmpty = tellUnsent(() => false)
  expect(hasUnsent()).toBe(false)
  const endFull = tellUnsent(() => true)
  expect(hasUnsent()).toBe(true)
  endFull()
  expect(hasUnsent()).toBe(false)
  endEmpty()
})

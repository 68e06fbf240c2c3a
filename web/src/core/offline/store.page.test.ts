import { beforeEach, describe, expect, test } from 'vitest'
import '../../../test/harness.tsx'
import { clearPersonalData } from '../storage.ts'
import { forbidStore } from './kept.fake.ts'
import { isAnyEntry } from './rules.ts'
import { type Entry, putEntries, readEntries, readEntry, removeEntries } from './store.ts'

type Thing = Entry & { thing: string }
const thing = (key: string, what = key, person = 1): Thing => ({ person, key, thing: what })
const readAll = (person = 1) => readEntries('kept', person, isAnyEntry)
const becomes = (person: number) => localStorage.setItem('saathi.signedIn', String(person))

beforeEach(() => {
  clearPersonalData()
  becomes(1)
})

test('what was put can be read, in the order of its keys, and put again it is replaced', async () => {
  expect(await putEntries('kept', 1, [thing('b'), thing('a')])).toBe(true)
  expect(await putEntries('kept', 1, [thing('b', 'newer')])).toBe(true)
  expect(await readAll()).toEqual([thing('a'), thing('b', 'newer')])
  expect(await readEntry('kept', 1, 'b', isAnyEntry)).toEqual(thing('b', 'newer'))
  expect(await readEntry('kept', 1, 'c', isAnyEntry)).toBeNull()
})

test('each store is for itself', async () => {
  await putEntries('kept', 1, [thing('a')])
  expect(await readEntries('outbox', 1, isAnyEntry)).toEqual([])
})

test('what is removed is gone, by its key or all of it', async () => {
  await putEntries('kept', 1, [thing('a'), thing('b'), thing('c')])
  expect(await removeEntries('kept', 1, ['a', 'no such thing'])).toBe(true)
  expect(await readAll()).toEqual([thing('b'), thing('c')])
  expect(await removeEntries('kept', 1)).toBe(true)
  expect(await readAll()).toEqual([])
})

test('a file lies there as it is', async () => {
  const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
  await putEntries('outbox', 1, [{ ...thing('a'), file } as Entry])
  const read = await readEntry('outbox', 1, 'a', isAnyEntry)
  expect(read && 'file' in read && read.file instanceof File && (await read.file.text())).toBe('abc')
})

test('what cannot be stored takes along what was to be stored with it', async () => {
  const notData = { ...thing('b'), thing: () => {} }
  expect(await putEntries('kept', 1, [thing('a'), notData])).toBe(false)
  expect(await readAll()).toEqual([])
})

describe('two people on one device', () => {
  test('[PLT-01] nobody reads what another person has kept', async () => {
    await putEntries('kept', 1, [thing('a')])
    expect(await readAll(2)).toEqual([])
    expect(await readEntry('kept', 2, 'a', isAnyEntry)).toBeNull()
  })

  test('[PLT-01] whoever keeps something finds nothing of others there', async () => {
    await putEntries('kept', 1, [thing('a')])
    for (const person of [3, 2]) {
      becomes(person)
      expect(await putEntries('kept', person, [thing('b', 'b', person)])).toBe(true)
    }
    expect([await readAll(1), await readAll(2), await readAll(3)]).toEqual([[], [thing('b', 'b', 2)], []])
  })

  test('[PLT-01] nothing is kept any more for whoever has left, or in another name', async () => {
    becomes(2)
    expect(await putEntries('kept', 1, [thing('a')])).toBe(false)
    expect(await putEntries('kept', 2, [thing('a')])).toBe(false)
    expect(await readAll()).toEqual([])
  })

  test('[PLT-01] a sign-out leaves neither what is kept nor what is unsent, and the next can keep theirs', async () => {
    await putEntries('kept', 1, [thing('a')])
    await putEntries('outbox', 1, [thing('a')])
    clearPersonalData()
    expect(await readAll()).toEqual([])
    expect(await readEntries('outbox', 1, isAnyEntry)).toEqual([])
    becomes(1)
    expect(await putEntries('kept', 1, [thing('a')])).toBe(true)
  })
})

test('a browser that lets nothing be kept is no trouble', async () => {
  const allow = await forbidStore()
  expect(await readAll()).toBeNull()
  expect(await putEntries('kept', 1, [thing('a')])).toBe(false)
  expect(await removeEntries('kept', 1)).toBe(false)
  allow()
  expect(await putEntries('kept', 1, [thing('a')])).toBe(true)
})

import { beforeEach, describe, expect, test } from 'vitest'
import '../../../test/harness.tsx'
import { clearPersonalData } from '../storage.ts'
import { blockIndexedDb } from './cache.fake.ts'
import { isAnyEntry } from './rules.ts'
import { type Entry, putEntries, readEntries, readEntry, removeEntries } from './store.ts'

type Thing = Entry & { thing: string }
const thing = (key: string, what = key, person = 1): Thing => ({ person, key, thing: what })
const readAll = (person = 1) => readEntries('kept', person, isAnyEntry)
const signInAs = (person: number) => localStorage.setItem('saathi.signedIn', String(person))

beforeEach(() => {
  clearPersonalData()
  signInAs(1)
})

test('entries are read in key order, and putting a key again replaces its entry', async () => {
  expect(await putEntries('kept', 1, [thing('b'), thing('a')])).toBe(true)
  expect(await putEntries('kept', 1, [thing('b', 'newer')])).toBe(true)
  expect(await readAll()).toEqual([thing('a'), thing('b', 'newer')])
  expect(await readEntry('kept', 1, 'b', isAnyEntry)).toEqual(thing('b', 'newer'))
  expect(await readEntry('kept', 1, 'c', isAnyEntry)).toBeNull()
})

test('the stores are separate', async () => {
  await putEntries('kept', 1, [thing('a')])
  expect(await readEntries('outbox', 1, isAnyEntry)).toEqual([])
})

test('entries are removed by key or all at once', async () => {
  await putEntries('kept', 1, [thing('a'), thing('b'), thing('c')])
  expect(await removeEntries('kept', 1, ['a', 'no such thing'])).toBe(true)
  expect(await readAll()).toEqual([thing('b'), thing('c')])
  expect(await removeEntries('kept', 1)).toBe(true)
  expect(await readAll()).toEqual([])
})

test('a file is stored as it is', async () => {
  const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
  await putEntries('outbox', 1, [{ ...thing('a'), file } as Entry])
  const read = await readEntry('outbox', 1, 'a', isAnyEntry)
  expect(read && 'file' in read && read.file instanceof File && (await read.file.text())).toBe('abc')
})

test('one entry that cannot be stored fails the whole write', async () => {
  const notData = { ...thing('b'), thing: () => {} }
  expect(await putEntries('kept', 1, [thing('a'), notData])).toBe(false)
  expect(await readAll()).toEqual([])
})

describe('two people on one device', () => {
  test("[PLT-01] cannot read each other's entries", async () => {
    await putEntries('kept', 1, [thing('a')])
    expect(await readAll(2)).toEqual([])
    expect(await readEntry('kept', 2, 'a', isAnyEntry)).toBeNull()
  })

  test("[PLT-01] have the other's entries deleted when they write", async () => {
    await putEntries('kept', 1, [thing('a')])
    for (const person of [3, 2]) {
      signInAs(person)
      expect(await putEntries('kept', person, [thing('b', 'b', person)])).toBe(true)
    }
    expect([await readAll(1), await readAll(2), await readAll(3)]).toEqual([[], [thing('b', 'b', 2)], []])
  })

  test('[PLT-01] cannot write after signing out or for someone else', async () => {
    signInAs(2)
    expect(await putEntries('kept', 1, [thing('a')])).toBe(false)
    expect(await putEntries('kept', 2, [thing('a')])).toBe(false)
    expect(await readAll()).toEqual([])
  })

  test('[PLT-01] leave neither cached nor unsent entries after a sign-out, and the next person can write', async () => {
    await putEntries('kept', 1, [thing('a')])
    await putEntries('outbox', 1, [thing('a')])
    clearPersonalData()
    expect(await readAll()).toEqual([])
    expect(await readEntries('outbox', 1, isAnyEntry)).toEqual([])
    signInAs(1)
    expect(await putEntries('kept', 1, [thing('a')])).toBe(true)
  })
})

test('a browser without storage returns null or false', async () => {
  const allow = await blockIndexedDb()
  expect(await readAll()).toBeNull()
  expect(await putEntries('kept', 1, [thing('a')])).toBe(false)
  expect(await removeEntries('kept', 1)).toBe(false)
  allow()
  expect(await putEntries('kept', 1, [thing('a')])).toBe(true)
})

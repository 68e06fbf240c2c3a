import { beforeEach, expect, test } from 'vitest'
import type { Actor, Db } from '../ctx.ts'
import { recentActors } from './recent-actors.ts'

// Only passed through; the code under test does not use it.
const db = Object.create(null) as Db
const claims = { personId: 7, sessionId: 'one', expiresAt: new Date('2030-01-01') }
const actor: Actor = { personId: 7, sessionId: 'one', role: 'Mentee', language: 'en', hasSecondFactor: false, rights: [] }
const now = new Date('2026-11-15')

let lookups: number
let truth: Actor | null
let clock: number
let recent: ReturnType<typeof recentActors>
beforeEach(() => {
  lookups = 0
  truth = actor
  clock = 0
  recent = recentActors(
    async () => {
      lookups += 1
      return truth
    },
    () => clock,
  )
})
const find = (changes = {}) => recent.find(db, { ...claims, ...changes }, now)

test('many reads within a second cause one lookup, and later reads another', async () => {
  await find()
  clock = 999
  expect(await find()).toEqual(actor)
  expect(lookups).toBe(1)
  clock = 1_001
  truth = null
  expect(await find()).toBeNull()
  expect(lookups).toBe(2)
})

test('a refused person is never cached', async () => {
  truth = null
  expect(await find()).toBeNull()
  truth = actor
  expect(await find()).toEqual(actor)
})

test('the end of a sign-in takes effect at once', async () => {
  await find()
  truth = null
  recent.forget({ toSignIns: ['one'], event: { type: 'accounts.sign_in_ended' } })
  expect(await find()).toBeNull()
})

test('a changed profile is looked up again, and no other', async () => {
  await find()
  recent.forget({ to: [8], event: { type: 'accounts.profile_changed' } })
  await find()
  expect(lookups).toBe(1)
  recent.forget({ to: [7], event: { type: 'accounts.profile_changed' } })
  truth = { ...actor, language: 'hi' }
  expect(await find()).toMatchObject({ language: 'hi' })
})

test('a sign-in is cached only for its own person', async () => {
  await find()
  truth = null
  expect(await find({ personId: 8 })).toBeNull()
})

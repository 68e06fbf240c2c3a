import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { readOnly } from './read-only.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: OpenDatabase
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openDatabase({ url: clone.url, poolSize: 1, log: () => {} })
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})

test('reads work, and every statement that changes rows is refused', async () => {
  const db = readOnly(database.db)
  expect(await db.selectFrom('language').select('code').where('is_default', '=', true).execute()).toEqual([{ code: 'en' }])
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await expect(db.updateTable('language').set({ name: 'X' }).execute()).rejects.toThrow('only reads')
  await expect(db.deleteFrom('language').execute()).rejects.toThrow('only reads')
  await expect(db.insertInto('tag').values({ key: 'x', name: 'X' }).execute()).rejects.toThrow('only reads')
  expect(await database.db.selectFrom('language').select('code').where('name', '=', 'X').execute()).toEqual([])
})

test('the handle is created once', () => {
  expect(readOnly(database.db)).toBe(readOnly(database.db))
})

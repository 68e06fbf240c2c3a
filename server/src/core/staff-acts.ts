import { sql } from 'kysely'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Db } from './ctx.ts'
import type { Env } from './env.ts'

/** `named`: the ids and choices of the request, never text. `personId`: the person concerned, who may read the act. */
export type StaffAct = {
  at: Date
  staffId: number
  call: string
  named: unknown
  address: string
  personId?: number | null
  reason?: string | null
}
type SealedFields = Omit<StaffAct, 'reason'> & { number: number; reasonHash: Buffer | null }
type Sealed = SealedFields & { reason: string | null; seal: Buffer }

const BATCH = 1_000

/**
 * The seals use a key that only servers know, so that somebody who can write to the database cannot forge them. Each server
 * also stores its newest act outside the database, which shows if the newest rows and their count were removed.
 */
export type StaffActs = {
  /** `isNewChain`: a new chain was started, because the key has changed. */
  record: (db: Db, act: StaffAct) => Promise<{ number: number; isNewChain: boolean }>
  /** Call it as the last step of the transaction that carries out the acts, because the chain stays locked until the commit. */
  recordAll: (trx: Db, acts: readonly StaffAct[]) => Promise<void>
  /** The numbers of the acts that were changed or removed. */
  findTampered: (db: Db) => Promise<number[]>
  /** Acts are stored for two years; the chain then starts with the oldest remaining act. */
  deleteOld: (db: Db, until: Date) => Promise<void>
}

export function openStaffActs({ secret, dataDir }: Pick<Env, 'secret' | 'dataDir'>): StaffActs {
  const key = createHmac('sha256', secret).update('staff acts, version 1').digest()
  const keyId = createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)
  const head = staffActHead(dataDir, keyId)
  return {
    async record(db, act) {
      const { isNewChain, ...written } = await db.transaction().execute((trx) => writeActs(trx, [act], { key, keyId }))
      head.save(written)
      return { number: written.number, isNewChain }
    },
    async recordAll(trx, acts) {
      // Not saved as newest act outside the database: the transaction may still fail.
      if (acts.length > 0) await writeActs(trx, acts, { key, keyId })
    },
    findTampered: async (db) => findTampered(db, key, head.read()),
    deleteOld: async (db, until) => deleteOldActs(db, until, key),
  }
}

/** For records of other domains that must be as hard to forge as these. */
export function textSealer(secret: Env['secret']): (text: string) => Buffer {
  const key = createHmac('sha256', secret).update('sealed texts, version 1').digest()
  return (text) => createHmac('sha256', key).update(text).digest()
}

const KEY_ID_BYTES = 8
const SEAL_BYTES = 32
/**
 * The opening of a chain contains the id of its key, the seal before its first act, and a signature of that seal and the number
 * of the first act. Without the signature, somebody who can write to the database could remove the oldest acts and start the
 * chain later.
 */
const keyIdOf = (opening: Buffer) => opening.subarray(0, KEY_ID_BYTES)
const sealIn = (opening: Buffer) => opening.subarray(KEY_ID_BYTES, KEY_ID_BYTES + SEAL_BYTES)
const signatureIn = (opening: Buffer) => opening.subarray(KEY_ID_BYTES + SEAL_BYTES)

const signOpening = (key: Buffer, firstNumber: number, seal: Buffer): Buffer =>
  createHmac('sha256', key).update(`opening ${firstNumber} `).update(seal).digest()

type Opening = { opening: Buffer; first_number: number }

/** Openings of earlier versions have no signature. They prove nothing unless the chain starts with the very first act. */
function isGenuine(key: Buffer, { opening, first_number }: Opening): boolean {
  const signature = signatureIn(opening)
  return signature.length === 0 ? first_number === 1 : signature.equals(signOpening(key, first_number, sealIn(opening)))
}

/** When the chain is shortened, an invalid opening must not become a valid one. */
function moveOpening(key: Buffer, chain: Opening, firstNumber: number, seal: Buffer): Buffer {
  const signature = isGenuine(key, chain) ? signOpening(key, firstNumber, seal) : signatureIn(chain.opening)
  return Buffer.concat([keyIdOf(chain.opening), seal, signature])
}

type Key = { key: Buffer; keyId: Buffer }

/** Every staff call is recorded before it is answered, even if it is then refused. */
async function writeActs(trx: Db, acts: readonly StaffAct[], { key, keyId }: Key) {
  // Locked, so that acts are written one after the other: each seal includes the one before.
  const chain = await trx.selectFrom('staff_act_chain').selectAll().forUpdate().executeTakeFirstOrThrow()
  const isUnsigned = signatureIn(chain.opening).length === 0
  const isNewChain = !keyIdOf(chain.opening).equals(keyId) || (isUnsigned && !isGenuine(key, chain))
  const firstNumber = isNewChain ? chain.last_number + 1 : chain.first_number
  const firstSeal = isNewChain ? randomBytes(SEAL_BYTES) : sealIn(chain.opening)
  const opening =
    isNewChain || isUnsigned ? Buffer.concat([keyId, firstSeal, signOpening(key, firstNumber, firstSeal)]) : chain.opening
  const before = chain.last_number >= chain.first_number && !isNewChain ? await findSeal(trx, chain.last_number) : null
  let [number, seal] = [chain.last_number, before ?? sealIn(opening)]
  const rows = acts.map((act) => {
    const { at, staffId: staff_id, call, address, personId: person_id = null, reason = null, named } = act
    const reason_hash = reason === null ? null : hashReason(reason)
    number += 1
    seal = sealOf(key, seal, { ...act, number, reasonHash: reason_hash })
    return { number, at, staff_id, call, named: JSON.stringify(named), address, person_id, reason, reason_hash, seal }
  })
  await trx.insertInto('staff_act').values(rows).execute()
  await trx.updateTable('staff_act_chain').set({ opening, last_number: number, first_number: firstNumber }).execute()
  // The very first act starts a chain but replaces none.
  return { number, seal, isNewChain: isNewChain && chain.last_number > 0 }
}

async function findTampered(db: Db, key: Buffer, head: Head | null): Promise<number[]> {
  const chain = await db.selectFrom('staff_act_chain').selectAll().executeTakeFirstOrThrow()
  const wrong = new Set(isGenuine(key, chain) ? [] : [chain.first_number])
  let [before, expected] = [sealIn(chain.opening), chain.first_number]
  for (let rows = await findActs(db, expected - 1); rows.length > 0; rows = await findActs(db, expected - 1)) {
    for (const act of rows) {
      for (; expected < act.number; expected += 1) wrong.add(expected)
      if (!sealOf(key, before, act).equals(act.seal) || !isOwnReason(act)) wrong.add(act.number)
      if (act.number === head?.number && !act.seal.equals(head.seal)) wrong.add(act.number)
      ;[before, expected] = [act.seal, act.number + 1]
    }
  }
  for (; expected <= Math.max(chain.last_number, head?.number ?? 0); expected += 1) wrong.add(expected)
  return [...wrong]
}

async function deleteOldActs(db: Db, until: Date, key: Buffer): Promise<void> {
  const newest = await db
    .selectFrom('staff_act')
    .select(['number', 'seal'])
    .where('at', '<', until)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const chain = await db.selectFrom('staff_act_chain').selectAll().forUpdate().executeTakeFirstOrThrow()
  // Acts of an earlier chain are not part of this one.
  if (newest.number >= chain.first_number) {
    const first_number = newest.number + 1
    const opening = moveOpening(key, chain, first_number, newest.seal)
    await db.updateTable('staff_act_chain').set({ opening, first_number }).execute()
  }
  await db.deleteFrom('staff_act').where('number', '<=', newest.number).execute()
}

/** Keeps ids, numbers and booleans; texts and files may be personal and are left out. */
export function withoutTexts(input: object): unknown {
  const isPersonal = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array
  return JSON.parse(JSON.stringify(input, (_name, value: unknown) => (isPersonal(value) ? '…' : value)))
}

async function findSeal(db: Db, number: number): Promise<Buffer | null> {
  const row = await db.selectFrom('staff_act').select('seal').where('number', '=', number).executeTakeFirst()
  return row?.seal ?? null
}

async function findActs(db: Db, after: number): Promise<Sealed[]> {
  const rows = await db
    .selectFrom('staff_act')
    .select(['number', 'at', 'staff_id as staffId', 'call', 'address', 'seal'])
    .select(['person_id as personId', 'reason', 'reason_hash as reasonHash'])
    // As text: the driver would parse it, and objects have no defined order.
    .select(sql<string>`named::text`.as('named'))
    .where('number', '>', after)
    .orderBy('number')
    .limit(BATCH)
    .execute()
  return rows.map(({ named, ...row }) => ({ ...row, named: JSON.parse(named) as unknown }))
}

/** Acts of earlier versions concern no person and have no reason; their seals do not cover these fields. */
function sealOf(key: Buffer, before: Buffer, act: SealedFields): Buffer {
  const { number, at, staffId, call, named, address, personId = null, reasonHash } = act
  const added = personId === null && reasonHash === null ? [] : [personId, reasonHash?.toString('hex') ?? null]
  const written = JSON.stringify([number, at.toISOString(), staffId, call, sorted(named), address, ...added])
  return createHmac('sha256', key).update(before).update(written).digest()
}

const hashReason = (reason: string): Buffer => createHash('sha256').update(reason).digest()

/** The text of a reason may be deleted, but not changed. */
const isOwnReason = ({ reason, reasonHash }: Sealed): boolean =>
  reason === null || (reasonHash !== null && hashReason(reason).equals(reasonHash))

/** The database stores the fields of an object in its own order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}

/** The newest act that this server has written. */
type Head = { number: number; seal: Buffer }

const StoredHead = z.object({ key: z.string(), number: z.int(), seal: z.string() })

/**
 * Stored in the data folder, out of reach of somebody who can only write to the database. Each server has its own, and checks the
 * chain against it.
 */
function staffActHead(dataDir: string, keyId: Buffer) {
  const file = join(dataDir, 'staff-acts.json')
  let newest = 0

  /** Null if there is none yet, or if it belongs to another key. */
  function read(): Head | null {
    try {
      const { key, number, seal } = StoredHead.parse(JSON.parse(readFileSync(file, 'utf8')))
      return key === keyId.toString('hex') ? { number, seal: Buffer.from(seal, 'hex') } : null
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      // A half-written file proves nothing; the next act overwrites it.
      if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return null
      throw error
    }
  }

  return {
    read,
    /** If two are saved concurrently, the higher number stays. */
    save({ number, seal }: Head): void {
      if (number <= newest) return
      newest = number
      mkdirSync(dataDir, { recursive: true })
      const text = JSON.stringify({ key: keyId.toString('hex'), number, seal: seal.toString('hex') })
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

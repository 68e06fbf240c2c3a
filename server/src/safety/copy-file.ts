import type { ReportedThing } from '@saathi/contract/safety/entities'
import type { Actor, Db } from '#core/ctx.ts'
import { type FileStore, keyOf } from '#core/files/file-store.ts'
import { findFile } from '#core/files/store.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import type { EvidenceFile } from './evidence-store.ts'
import { findSent } from './report-store.ts'
import { requireThing, resolveThing } from './things.ts'

type Tools = { limits: Limits; store: FileStore }
type Caller = { actor: Actor; now: () => Date }

/**
 * Applies the rate limit and reads the reported file, which is slow and needs no transaction. A repeated report does not count,
 * so that a phone may retry as often as needed.
 */
export async function requireReportWithin(
  db: Db,
  { limits, store }: Tools,
  { clientId, thing }: { clientId: string; thing: ReportedThing },
  { actor, now }: Caller,
): Promise<EvidenceFile | null> {
  if (await findSent(db, actor.personId, clientId)) return null
  const { fileId } = await requireThing({ db, actor, now }, await resolveThing({ db, actor, now }, thing))
  await requireWithinLimits(db, now(), [{ limits: limits.reportPerPerson, key: String(actor.personId) }])
  return fileId === null ? null : readFile(db, store, fileId)
}

/** Null if the bytes are gone: the report itself matters more. */
async function readFile(db: Db, store: FileStore, fileId: string): Promise<EvidenceFile | null> {
  const file = await findFile(db, fileId)
  const stream = file && (await store.get(keyOf(fileId, 'original')))
  if (!file || !stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return { name: file.name, type: file.type, bytes: Buffer.concat(chunks) }
}

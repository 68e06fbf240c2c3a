import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Migration } from '../db/migrate.ts'
import { OperatorError } from '../operator-error.ts'
import { writePrivateFile } from './parts.ts'

const Name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.nonnegative())

const Part = z.strictObject({ bytes: Count, sha256: Sha256 })
export type Part = z.infer<typeof Part>

const TablePart = z.strictObject({
  schema: Name,
  name: Name,
  columns: z.array(Name),
  rows: Count,
  /** A digest of the rows; the restored table must have the same. */
  sum: Sha256,
  part: Part,
})
export type TablePart = z.infer<typeof TablePart>

const AppliedMigration = z.strictObject({ number: z.int(), name: z.string(), sha256: Sha256 })
export type AppliedMigration = z.infer<typeof AppliedMigration>

export const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(AppliedMigration).check(z.minLength(1)),
  tables: z.array(TablePart),
  sequences: z.array(z.strictObject({ schema: Name, name: Name, value: z.nullable(z.string().check(z.regex(/^-?\d{1,19}$/))) })),
  /** Missing: referenced by rows, but not in the store when the backup was made. */
  files: z.strictObject({ count: Count, bytes: Count, missing: z.array(z.string()), list: Part }),
})
export type Manifest = z.infer<typeof Manifest>

const ManifestFile = z.object({ sha256: Sha256, manifest: z.unknown() })

export const UNFINISHED = '.unfinished'
const fileName = 'manifest.json'
export const tablePath = ({ schema, name }: { schema: string; name: string }) => join('rows', `${schema}.${name}.gz`)
export const fileListPath = 'files.gz'
export const filePath = (key: string) => join('files', key)

const digestOf = (manifest: unknown) => hash('sha256', JSON.stringify(manifest))

/** Written last: a folder without it is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writePrivateFile(join(folder, fileName), `${JSON.stringify({ sha256: digestOf(manifest), manifest }, null, 2)}\n`)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => null)
  if (text === null || folder.endsWith(UNFINISHED)) {
    throw new OperatorError(
      `${folder} is not a complete backup: ${text === null ? 'it has no manifest.json' : 'it was never finished'}.`,
    )
  }
  const sealed = ManifestFile.safeParse(parseJson(text))
  if (!sealed.success || digestOf(sealed.data.manifest) !== sealed.data.sha256) throw damaged(folder)
  const manifest = Manifest.safeParse(sealed.data.manifest)
  if (!manifest.success) throw new OperatorError(`${folder} was made by a version of Saathi that this one cannot read.`)
  return manifest.data
}

const damaged = (folder: string) => new OperatorError(`The backup in ${folder} is damaged: its manifest.json was changed.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function findApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, sha256 from public.schema_migration order by number',
  )
  return rows
}

/** Returns the migrations of this version that were applied. Refuses databases and backups of newer versions. */
export function requireKnown(subject: string, applied: AppliedMigration[], migrations: Migration[]): Migration[] {
  const newer = applied[migrations.length]
  if (newer)
    throw new OperatorError(`${subject} is newer than this version of Saathi: it has ${newer.name}. Use the newer version.`)
  for (const [at, { name, sha256 }] of applied.entries()) {
    if (migrations[at]?.name !== name || migrations[at].sha256 !== sha256) {
      throw new OperatorError(`${subject} was made by another Saathi than this one: its migration ${name} is different.`)
    }
  }
  return migrations.slice(0, applied.length)
}

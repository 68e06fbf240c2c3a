import type { UploadedFile } from '@saathi/contract/core/call'
import { type CheckKind, EVIDENCE_MAX_BYTES, type ScreenedMentor } from '@saathi/contract/matching/screening-calls'
import type { StoredFile } from '@saathi/contract/core/stored-file'
import type { FastifyBaseLogger } from 'fastify'
import { can } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { describeFile } from '#core/files/describe-file.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import type { Files } from '#core/files/open-files.ts'
import type { Purposes } from '#core/files/purposes.ts'
import { findFile } from '#core/files/store.ts'
import { insertUpload, storeUpload, type StoredUpload } from '#core/files/upload.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { requireMentor, showMentor } from './screening.ts'
import { findFileForUpdate, findMentor, updateFile } from './store.ts'

const PURPOSE = 'screening_evidence'

/** Not readable by the mentor, because references are confidential. Each opening of a link checks the right again. */
export const evidencePurposes: Purposes = {
  [PURPOSE]: {
    kinds: ['jpeg', 'png', 'pdf'],
    maxBytes: EVIDENCE_MAX_BYTES,
    mayRead: async ({ db, actor }, { ownerId }) => {
      const mentor = await findMentor(db, ownerId)
      return mentor !== null && can(actor, 'staff.screening', mentor.projectId)
    },
  },
}

type Place = { personId: number; kind: CheckKind }
type Deps = { files: Files; limits: Limits; log: FastifyBaseLogger }

/** Runs before the transaction: pictures are encoded again, which is slow. */
export async function storeEvidence(
  { files, limits, log }: Deps,
  db: Db,
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  { personId, file }: { personId: number; file: UploadedFile },
): Promise<StoredUpload> {
  await requireMentor({ db, actor }, personId)
  await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(actor.personId) }])
  return storeUpload(files, PURPOSE, file, { personId: actor.personId, log })
}

/** Replaces an earlier file. Null removes it. */
export async function setEvidence(ctx: Ctx, { personId, kind }: Place, upload: StoredUpload | null): Promise<ScreenedMentor> {
  const mentor = await requireMentor(ctx, personId)
  const item = await findFileForUpdate(ctx.db, { personId: mentor.personId, kind })
  if (!item) throw conflict('matching.check_not_recorded')
  const file = upload && (await insertUpload({ db: ctx.db, now: ctx.now, actor: { personId: mentor.personId } }, upload))
  await updateFile(ctx.db, { personId: mentor.personId, kind }, file?.id ?? null)
  if (item.fileId !== null) await deleteFilesAndBytes(ctx, [item.fileId])
  return showMentor(ctx, mentor.personId)
}

/** A link for this reader, valid for ten minutes. The access is recorded before the reply. */
export async function openEvidence(ctx: Ctx, { personId, kind }: Place): Promise<StoredFile> {
  const mentor = await requireMentor(ctx, personId)
  const item = await findFileForUpdate(ctx.db, { personId: mentor.personId, kind }, { locks: false })
  const file = item?.fileId ? await findFile(ctx.db, item.fileId) : null
  if (!file) throw notFound('matching.no_evidence_file')
  return describeFile(ctx, file)
}

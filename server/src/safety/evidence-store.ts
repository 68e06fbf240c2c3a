import type { Evidence } from '@saathi/contract/safety/case-entities'
import { EvidenceMessage, FactName } from '@saathi/contract/safety/case-entities'
import * as z from 'zod/mini'
import type { Db, ListenerCtx } from '#core/ctx.ts'

/** The copy made when something is reported. Links are created when it is opened. */
const Content = z.object({
  messages: z.array(EvidenceMessage),
  facts: z.array(z.object({ name: FactName, text: z.string() })),
})
export type EvidenceContent = z.infer<typeof Content>
export type EvidenceFile = { name: string; type: string; bytes: Buffer }
export type CopiedEvidence = EvidenceContent & { file: EvidenceFile | null }

type Sealer = Pick<ListenerCtx, 'sealText'>

const sealOf = ({ sealText }: Sealer, reportId: number, content: string): Buffer => sealText(`evidence ${reportId} ${content}`)
const sealOfFile = ({ sealText }: Sealer, reportId: number, { name, type, bytes }: EvidenceFile): Buffer =>
  sealText(`evidence file ${reportId} ${name} ${type} ${bytes.toString('base64')}`)

export async function storeEvidence(ctx: ListenerCtx, reportId: number, { file, ...copied }: CopiedEvidence): Promise<void> {
  const content = JSON.stringify(copied)
  await ctx.db
    .insertInto('safety_evidence')
    .values({ report_id: reportId, copied_at: ctx.now(), content, seal: sealOf(ctx, reportId, content) })
    .execute()
  if (!file) return
  await ctx.db
    .insertInto('safety_evidence_file')
    .values({ report_id: reportId, ...file, seal: sealOfFile(ctx, reportId, file) })
    .execute()
}

/** The people in it, who may see that it was opened. */
export async function findPeopleIn(db: Db, reportId: number): Promise<number[]> {
  const row = await db.selectFrom('safety_evidence').select('content').where('report_id', '=', reportId).executeTakeFirst()
  const { messages } = row ? Content.parse(JSON.parse(row.content)) : { messages: [] }
  return messages.flatMap(({ sender }) => sender?.personId ?? [])
}

/** Null if nothing was copied. */
export async function findEvidence(ctx: Sealer & { db: Db }, reportId: number): Promise<Evidence | null> {
  const row = await ctx.db.selectFrom('safety_evidence').selectAll().where('report_id', '=', reportId).executeTakeFirst()
  if (!row) return null
  const { messages, facts } = Content.parse(JSON.parse(row.content))
  const stored = await ctx.db.selectFrom('safety_evidence_file').selectAll().where('report_id', '=', reportId).executeTakeFirst()
  const url = stored ? `data:${stored.type};base64,${stored.bytes.toString('base64')}` : null
  return {
    copiedAt: row.copied_at.toISOString(),
    messages: messages.map((each) => ({ ...each, file: each.file && { ...each.file, url: each.isReported ? url : null } })),
    facts,
    picture: messages.length === 0 ? url : null,
    isSealWhole:
      sealOf(ctx, reportId, row.content).equals(row.seal) && (!stored || sealOfFile(ctx, reportId, stored).equals(stored.seal)),
  }
}

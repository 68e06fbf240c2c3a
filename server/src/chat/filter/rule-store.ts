import { FilterMode } from '@saathi/contract/chat/filter'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export async function findMode(db: Db, projectId: number): Promise<FilterMode> {
  const row = await db.selectFrom('chat_filter').select('mode').where('project_id', '=', projectId).executeTakeFirst()
  return FilterMode.parse(row?.mode ?? 'off')
}

export async function saveMode(db: Db, projectId: number, mode: FilterMode, { by, at }: { by: number; at: Date }): Promise<void> {
  const values = { mode, changed_by: by, changed_at: at }
  await db
    .insertInto('chat_filter')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

/** Rules with their newest version. */
const rules = (db: Db) =>
  db
    .selectFrom('chat_filter_rule as rule')
    .innerJoin('chat_filter_rule_version as newest', (join) =>
      join
        .onRef('newest.rule_id', '=', 'rule.id')
        .on('newest.version', '=', sql<number>`(select max(version) from chat_filter_rule_version where rule_id = rule.id)`),
    )
    .select([
      'rule.id',
      'rule.project_id as projectId',
      'rule.name',
      'rule.active_version as activeVersion',
      'newest.version',
      'newest.patterns',
      'newest.replayed_at as replayedAt',
      'newest.replay_checked as checked',
      'newest.replay_found as found',
      'newest.replay_samples as samples',
    ])
export type RuleRecord = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>

export const findRules = (db: Db, projectId: number): Promise<RuleRecord[]> =>
  rules(db).where('rule.project_id', '=', projectId).orderBy('rule.id').execute()

export const findRule = async (db: Db, id: number): Promise<RuleRecord | null> =>
  (await rules(db).where('rule.id', '=', id).executeTakeFirst()) ?? null

/** Locked, so that concurrent changes of a rule run one after the other. */
export async function lockRule(db: Db, id: number): Promise<void> {
  await db.selectFrom('chat_filter_rule').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function insertRule(db: Db, projectId: number, name: string, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('chat_filter_rule')
    .values({ project_id: projectId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewVersion = { ruleId: number; version: number; patterns: readonly string[]; by: number; at: Date }

export async function insertVersion(db: Db, { ruleId, version, patterns, by, at }: NewVersion): Promise<void> {
  await db
    .insertInto('chat_filter_rule_version')
    .values({ rule_id: ruleId, version, patterns: [...patterns], made_by: by, made_at: at })
    .execute()
}

export async function renameRule(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('chat_filter_rule').set({ name }).where('id', '=', id).execute()
}

export async function updateActiveVersion(db: Db, id: number, version: number | null): Promise<void> {
  await db.updateTable('chat_filter_rule').set({ active_version: version }).where('id', '=', id).execute()
}

export type Replayed = { checked: number; found: number; samples: readonly number[] }

export async function saveReplay(
  db: Db,
  { id, version }: Pick<RuleRecord, 'id' | 'version'>,
  { checked, found, samples }: Replayed,
  now: Date,
): Promise<void> {
  await db
    .updateTable('chat_filter_rule_version')
    .set({ replayed_at: now, replay_checked: checked, replay_found: found, replay_samples: [...samples] })
    .where('rule_id', '=', id)
    .where('version', '=', version)
    .execute()
}

type PastMessage = { id: number; text: string }

/** Past messages between members, newest first. */
export async function findPast(
  db: Db,
  { projectId, since, beforeId, limit }: { projectId: number; since: Date; beforeId: number | null; limit: number },
): Promise<PastMessage[]> {
  return db
    .selectFrom('chat_message as message')
    .innerJoin('chat_channel as channel', 'channel.id', 'message.channel_id')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .select(['message.id', 'message.body as text'])
    .where('mentorship.project_id', '=', projectId)
    .where('message.sender_id', 'is not', null)
    .where('message.room_id', 'is', null)
    .where('message.redacted_at', 'is', null)
    .where('message.is_broadcast', '=', false)
    .where('message.created_at', '>=', since)
    .$if(beforeId !== null, (query) => query.where('message.id', '<', beforeId ?? 0))
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
}

/** The samples that still exist, with their senders, who can see that they were read. */
export async function findSamples(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('chat_message')
    .select(['id', 'body as text', 'created_at as at', 'sender_id as senderId'])
    .where('id', 'in', [...ids])
    .where('redacted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

import { AI_ASSISTANT } from '@saathi/contract/chat/entities'
import { Role } from '@saathi/contract/accounts/roles'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

export type PersonFacts = {
  id: number
  /** Null once they have left. */
  name: string | null
  role: string
  projectId: number | null
  language: string
  isDisabled: boolean
}

export async function findPeople(db: Db, ids: readonly number[]): Promise<Map<number, PersonFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name', 'role', 'project_id', 'language_code', 'disabled_at', 'deleted_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.deleted_at ? null : displayName({ firstName: row.first_name, lastName: row.last_name }),
        role: row.role,
        projectId: row.project_id,
        language: row.language_code,
        isDisabled: row.disabled_at !== null,
      },
    ]),
  )
}

/** The parts of a profile that others can see. */
export async function findProfile(db: Db, personId: number): Promise<{ bio: string; pictureFileId: string | null }> {
  const row = await db
    .selectFrom('person')
    .select(['bio', 'picture_file_id as pictureFileId'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return row
}

/** Null for the assistant. */
export const roleOf = (person: PersonFacts | undefined): Role | null => Role.safeParse(person?.role).data ?? null

/** Whether they are, or were, in one conversation. */
export async function haveMet(db: Db, one: number, other: number): Promise<boolean> {
  const row = await db
    .selectFrom('chat_member as first')
    .innerJoin('chat_member as second', 'second.channel_id', 'first.channel_id')
    .select('first.channel_id')
    .where('first.person_id', '=', one)
    .where('second.person_id', '=', other)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type SeenChannel = {
  kind: string
  mentorshipId: number | null
  projectId: number | null
  mayHaveSeen: (id: number) => boolean
}

/** Null if the person was never a member. Former members have seen messages up to their last visit. */
export async function findSeenChannel(db: Db, channelId: number, personId: number): Promise<SeenChannel | null> {
  const row = await db
    .selectFrom('chat_member as member')
    .innerJoin('chat_channel as channel', 'channel.id', 'member.channel_id')
    .leftJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .select(['channel.kind', 'channel.mentorship_id', 'mentorship.project_id', 'member.is_active', 'member.last_seen_id'])
    .where('member.channel_id', '=', channelId)
    .where('member.person_id', '=', personId)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: row.kind,
    mentorshipId: row.mentorship_id,
    projectId: row.project_id,
    mayHaveSeen: (id) => row.is_active || id <= row.last_seen_id,
  }
}

/** The channels that both belong to, by id. */
export async function findSharedChannels(db: Db, one: number, other: number) {
  return db
    .selectFrom('chat_member as first')
    .innerJoin('chat_member as second', 'second.channel_id', 'first.channel_id')
    .innerJoin('chat_channel as channel', 'channel.id', 'first.channel_id')
    .select(['channel.id', 'channel.kind', 'channel.mentorship_id as mentorshipId'])
    .where('first.person_id', '=', one)
    .where('second.person_id', '=', other)
    .orderBy('channel.id')
    .execute()
}

/** The newest ongoing mentorship of both, in which they are mentor and mentee. */
export async function findPairOf(db: Db, one: number, other: number): Promise<number | null> {
  const row = await db
    .selectFrom('mentorship_member as first')
    .innerJoin('mentorship_member as second', 'second.mentorship_id', 'first.mentorship_id')
    .innerJoin('mentorship', 'mentorship.id', 'first.mentorship_id')
    .select('mentorship.id')
    .where('first.person_id', '=', one)
    .where('second.person_id', '=', other)
    .where('first.left_at', 'is', null)
    .where('second.left_at', 'is', null)
    .where('mentorship.ended_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('first.part', '=', 'mentor'), eb('second.part', '=', 'mentee')]),
        and([eb('first.part', '=', 'mentee'), eb('second.part', '=', 'mentor')]),
      ]),
    )
    .orderBy('mentorship.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The reports of a case with which something was copied. */
export async function findReportsWithEvidence(db: Db, caseId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('safety_evidence')
    .innerJoin('safety_report', 'safety_report.id', 'safety_evidence.report_id')
    .select('safety_report.id')
    .where('safety_report.case_id', '=', caseId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The newest message that was reported in this case. */
export async function findReportedMessage(db: Db, caseId: number): Promise<number | null> {
  const row = await db
    .selectFrom('safety_report')
    .select('thing_id')
    .where('case_id', '=', caseId)
    .where('kind', 'in', ['message', 'own_message', 'file', 'answer'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.thing_id) : null
}

/** Current and former members of a conversation; the assistant is nobody. */
export async function findMembersOf(db: Db, channelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_member')
    .innerJoin('person', 'person.id', 'chat_member.person_id')
    .select('person.id')
    .where('channel_id', '=', channelId)
    .where('person.role', '<>', AI_ASSISTANT)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

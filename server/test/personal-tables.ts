import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { occursIn } from './matrix/table-dump.ts'

type PersonalTable = {
  /** The column with the owner of a row; null if only an address, a hash or another row leads to the owner. */
  owner: string | null
  /** The part of the export that covers it, or the reason why none does. */
  exported: { part: string } | { not: string }
}

const credential = { not: 'it gives access to the account' }
const caseRecord = { not: 'a record of the safety desk about several people, kept apart so that others stay safe' }
const written = { not: 'content of the programme, with the colleague who wrote it' }
const hashed = { not: 'a keyed hash of an address that identifies nobody and is deleted within a day' }

/** Every table with personal data. A new table must say here how its rows are exported; deletion is tested for all. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  person: { owner: 'id', exported: { part: 'accounts' } },
  experience: { owner: 'person_id', exported: { part: 'accounts' } },
  consent: { owner: 'person_id', exported: { part: 'accounts' } },
  sign_in: { owner: 'person_id', exported: { part: 'accounts' } },
  address_change: { owner: 'person_id', exported: { part: 'accounts' } },
  refresh_token: { owner: null, exported: credential },
  verification_link: { owner: 'person_id', exported: credential },
  one_time_code: { owner: null, exported: credential },
  sign_in_try: { owner: null, exported: hashed },
  sign_in_block: { owner: null, exported: hashed },
  idempotent_reply: { owner: 'person_id', exported: { not: 'copies of replies, stored for a day' } },
  file: { owner: 'owner_id', exported: { part: 'files' } },
  notice: { owner: 'person_id', exported: { part: 'notices' } },
  notice_choice: { owner: 'person_id', exported: { part: 'notices' } },
  notice_quiet_hours: { owner: 'person_id', exported: { part: 'notices' } },
  device: { owner: 'person_id', exported: { part: 'notices' } },
  mail: { owner: null, exported: { not: 'it was sent to the person and may contain a code' } },
  mail_refusal: { owner: null, exported: { not: 'addresses that do not accept our mail, deleted with the account' } },
  help_case: { owner: 'person_id', exported: { part: 'help' } },
  help_message: { owner: 'sender_id', exported: { part: 'help' } },
  help_presence: { owner: 'person_id', exported: { not: 'which conversation a colleague has open, of interest for a minute' } },
  feed_like: { owner: 'person_id', exported: { part: 'feed' } },
  feed_click: { owner: 'person_id', exported: { part: 'feed' } },
  session_progress: { owner: 'person_id', exported: { part: 'learning' } },
  step_completion: { owner: 'person_id', exported: { part: 'learning' } },
  bookmark: { owner: 'person_id', exported: { part: 'learning' } },
  quiz_attempt: { owner: 'person_id', exported: { part: 'learning' } },
  quiz_attempt_file: {
    owner: null,
    exported: { not: 'which file answers which question; the file itself is exported with the files' },
  },
  session_feedback: { owner: 'person_id', exported: { part: 'learning' } },
  wanted_tag: { owner: 'person_id', exported: { part: 'learning' } },
  work_item: { owner: 'person_id', exported: { part: 'worklist' } },
  work_presence: { owner: 'person_id', exported: { not: 'which row a colleague has open, of interest for a minute' } },
  work_rule: { owner: null, exported: { not: 'a setting of a programme, with the colleague who changed it' } },
  staff_contact: { owner: 'person_id', exported: { part: 'worklist' } },
  next_contact: { owner: 'person_id', exported: { part: 'worklist' } },
  walk: { owner: 'person_id', exported: { part: 'learning' } },
  mentorship_member: { owner: null, exported: { part: 'mentorship' } },
  pair_request: { owner: 'person_id', exported: { part: 'mentorship' } },
  pair_request_answer: { owner: null, exported: { part: 'mentorship' } },
  nudge: { owner: 'person_id', exported: { part: 'worklist' } },
  nudge_plan: { owner: null, exported: { not: 'a setting of a programme, with the colleague who changed it' } },
  draft: { owner: null, exported: written },
  draft_part: { owner: null, exported: written },
  draft_comment: { owner: 'written_by', exported: { part: 'programme' } },
  draft_translation: { owner: null, exported: written },
  publication: { owner: null, exported: { not: 'content of the programme, with the colleague who published it' } },
  pair_note: { owner: 'written_by', exported: { part: 'worklist' } },
  pair_step: { owner: null, exported: { not: 'steps of the team with a pair, of which its members were notified' } },
  check_in: { owner: 'person_id', exported: { part: 'mentorship' } },
  farewell: { owner: null, exported: { not: 'that a pair ends, with the colleague who began its farewell' } },
  farewell_words: { owner: 'person_id', exported: { part: 'mentorship' } },
  pair_agreement: { owner: null, exported: { part: 'mentorship' } },
  match_plan: { owner: null, exported: { not: 'the matching settings of a programme; it names the manager of its pairs' } },
  match_seeker: { owner: 'person_id', exported: { part: 'matching' } },
  match_mentor: { owner: 'person_id', exported: { part: 'matching' } },
  match_apart: { owner: null, exported: { not: 'a decision of staff for the safety of one of two people' } },
  match_run_pair: { owner: null, exported: { not: 'what a trial of matching proposed, which nobody was offered' } },
  match_out: { owner: 'person_id', exported: { part: 'matching' } },
  match_rest: { owner: 'person_id', exported: { part: 'matching' } },
  match_offer: { owner: null, exported: { part: 'matching' } },
  match_group: { owner: 'mentor_id', exported: { part: 'matching' } },
  match_group_place: { owner: 'mentee_id', exported: { part: 'matching' } },
  calendar_series: { owner: 'created_by', exported: { part: 'calendar' } },
  calendar_event: { owner: null, exported: { part: 'calendar' } },
  calendar_answer: { owner: 'person_id', exported: { part: 'calendar' } },
  calendar_proposal: { owner: 'proposed_by', exported: { part: 'calendar' } },
  free_hours: { owner: 'person_id', exported: { part: 'calendar' } },
  calendar_integration: { owner: 'person_id', exported: { part: 'calendar' } },
  calendar_busy: { owner: null, exported: { part: 'calendar' } },
  calendar_push: { owner: null, exported: { not: 'the ids of events in the person’s own calendar' } },
  calendar_feed: { owner: 'person_id', exported: { part: 'calendar' } },
  chat_channel: { owner: 'person_id', exported: { part: 'chat' } },
  chat_member: { owner: null, exported: { part: 'chat' } },
  chat_message: { owner: 'sender_id', exported: { part: 'chat' } },
  chat_mention: { owner: 'person_id', exported: { not: 'messages of others that mention the person' } },
  chat_message_version: { owner: null, exported: { part: 'chat' } },
  chat_reaction: { owner: 'person_id', exported: { part: 'chat' } },
  chat_call_attended: { owner: 'person_id', exported: { not: 'which messages of calls are not counted as unread' } },
  chat_held_message: { owner: 'sender_id', exported: { part: 'chat' } },
  chat_filter: { owner: null, exported: { not: 'settings of a programme' } },
  chat_filter_rule_version: { owner: null, exported: { not: 'settings of a programme' } },
  chat_presence: { owner: 'person_id', exported: { part: 'chat' } },
  chat_rating: { owner: 'person_id', exported: { part: 'chat' } },
  video_room: { owner: 'created_by', exported: { part: 'video' } },
  video_participant: { owner: 'person_id', exported: { part: 'video' } },
  video_ring: { owner: 'person_id', exported: { part: 'video' } },
  video_call_event: { owner: 'person_id', exported: { part: 'video' } },
  video_consent: { owner: 'person_id', exported: { part: 'video' } },
  video_recording: { owner: null, exported: { part: 'video' } },
  video_segment: {
    owner: null,
    exported: { not: 'parts of recordings of several people; the recordings are listed with the calls' },
  },
  video_piece: { owner: null, exported: { not: 'parts of a recording that is still being assembled' } },
  video_caption: { owner: 'person_id', exported: { part: 'video' } },
  video_rating: { owner: 'person_id', exported: { part: 'video' } },
  survey_response: { owner: 'person_id', exported: { part: 'surveys' } },
  stage_response: { owner: 'person_id', exported: { part: 'surveys' } },
  stage_answer: { owner: 'person_id', exported: { part: 'surveys' } },
  answer_correction: { owner: 'person_id', exported: { part: 'surveys' } },
  readiness_score: { owner: 'person_id', exported: { part: 'surveys' } },
  staff_right: { owner: 'person_id', exported: { part: 'accounts' } },
  recovery_code: { owner: 'person_id', exported: credential },
  authenticator_reset: { owner: 'person_id', exported: { not: 'a request to colleagues, of interest for a day' } },
  screening_item: { owner: 'person_id', exported: { part: 'matching' } },
  staff_note: { owner: 'person_id', exported: { part: 'staff' } },
  staff_digest: { owner: 'person_id', exported: { part: 'staff' } },
  saved_view: { owner: 'person_id', exported: { part: 'staff' } },
  bulk_act: { owner: 'made_by', exported: { part: 'staff' } },
  bulk_act_person: {
    owner: 'person_id',
    exported: { not: 'who was in an act on many people; what was done is in the record of acts, shown in the profile' },
  },
  person_block: { owner: 'person_id', exported: { part: 'safety' } },
  chat_mute: { owner: 'person_id', exported: { not: 'a decision of the team, of which the person was notified' } },
  look_delay: { owner: 'person_id', exported: { not: 'when the person may learn of a look; the look itself is then shown' } },
  safety_report: { owner: null, exported: { part: 'safety' } },
  safety_report_message: { owner: null, exported: { part: 'safety' } },
  ...Object.fromEntries(
    [
      'safety_case',
      'safety_case_person',
      'safety_evidence',
      'safety_evidence_file',
      'safety_event',
      'safety_task',
      'safety_unlock',
      'safety_step',
      'safety_alert',
      'safety_numbers',
    ].map((name) => [name, { owner: null, exported: caseRecord }]),
  ),
  staff_act: {
    owner: null,
    exported: { not: 'actions of staff, shown in the profile; stored for two years for the safety of others' },
  },
  import_row: { owner: 'person_id', exported: { part: 'accounts' } },
  import_run: { owner: 'started_by', exported: { part: 'accounts' } },
  project: { owner: null, exported: { not: 'the domains of organisations, not of a person' } },
  institution: { owner: null, exported: { not: 'the domains of organisations, not of a person' } },
}
const impersonalTables = new Set(['project', 'institution'])

/**
 * Found in the catalogue: tables that refer to a person, directly or indirectly, or have a column whose name suggests personal
 * data.
 */
export async function findPersonalTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive reference as (
      select conrelid as at, confrelid as target from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
    ), personal (at) as (
      select 'person'::regclass::oid
      union
      select reference.at from reference join personal on reference.target = personal.at
    )
    select relname as name from pg_class join personal on pg_class.oid = personal.at
    union
    select table_name from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
    where table_schema = 'public' and column_name ~ '(^|_)(person|owner|user_id|author|member|address|e?mail|phone)(_|$)'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** The number of the person's rows in each table with an owner column. */
export async function countOwnRows(db: Db, personId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, { owner }] of Object.entries(personalTables)) {
    if (owner === null) continue
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where ${sql.ref(owner)} = ${personId}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/**
 * Columns of text or bytes that cannot contain anything a person typed: fixed or random values, programme content, and hashes.
 */
export const columnsWithoutTypedText: readonly string[] = [
  // Cases stay as they were when an account goes; `server/src/safety` tests that.
  'safety_case.head',
  'safety_case.source',
  'safety_case.state',
  'safety_case_person.part',
  'safety_event.detail',
  'safety_event.kind',
  'safety_event.seal',
  'safety_event.text',
  'safety_evidence.content',
  'safety_evidence.seal',
  'safety_evidence_file.bytes',
  'safety_evidence_file.name',
  'safety_evidence_file.seal',
  'safety_evidence_file.type',
  'safety_numbers.head_name',
  'safety_numbers.police_name',
  'safety_numbers.police_number',
  'safety_report.kind',
  'safety_report.reason',
  'safety_report.state',
  'safety_report.thing_id',
  'safety_report_message.kind',
  'safety_report_message.text',
  'safety_step.kind',
  'safety_step.state',
  'safety_step.words',
  'safety_task.text',
  'safety_unlock.reason',
  // Written by the team, and gone with the account by its key.
  'answer_correction.after',
  'answer_correction.question_key',
  'mail_refusal.address',
  'staff_digest.rhythm',
  ...['feature', 'ip', 'kind', 'permission', 'state'].map((column) => `bulk_act.${column}`),
  ...['outcome', 'why'].map((column) => `bulk_act_person.${column}`),
  'calendar_event.own_fields',
  'chat_message_version.extra',
  'farewell.reason',
  'free_hours.days',
  'free_hours.zone',
  'free_hours.times',
  'calendar_integration.provider',
  'calendar_integration.state',
  ...['frequency', 'wall_time', 'zone'].map((column) => `calendar_series.${column}`),
  'chat_channel.kind',
  'chat_filter.mode',
  'chat_filter_rule_version.patterns',
  'chat_filter_rule_version.replay_samples',
  'chat_held_message.kinds',
  'chat_held_message.state',
  'consent.kind',
  'device.type',
  // Content of the programme, which stays.
  'draft.key',
  'draft.kind',
  'draft.published_parts',
  ...['key', 'kind', 'parts', 'way'].map((column) => `publication.${column}`),
  'draft_part.body',
  'draft_part.name',
  ...['body', 'language_code', 'part', 'path', 'source'].map((column) => `draft_translation.${column}`),
  ...['ai_chat', 'chattype', 'curriculum', 'help_center', 'internship', 'mentorship_chat', 'session', 'survey', 'video'].map(
    (flag) => `experience.${flag}`,
  ),
  'file.purpose',
  'file.sha256',
  'file.state',
  'file.thumbnail_sha256',
  'file.type',
  'help_case.concern',
  'import_row.kept',
  'import_row.made',
  'import_row.outcome',
  'import_run.scope',
  'import_run.sha256',
  'import_run.state',
  'match_offer.alias',
  'match_offer.ended_by',
  'match_offer.group_type',
  'match_offer.state',
  'match_plan.criteria',
  'match_seeker.part',
  'mentorship_member.part',
  ...['kind', 'reason'].map((column) => `pair_request.${column}`),
  'pair_request_answer.kind',
  ...['kind', 'words', 'reason'].map((column) => `pair_step.${column}`),
  'notice.kind',
  'notice_choice.kind',
  'notice_quiet_hours.begins',
  'notice_quiet_hours.ends',
  'one_time_code.purpose',
  'person.institution_code',
  'person.language_code',
  'person.matching_status',
  'person.provider',
  'person.role',
  'readiness_score.area_key',
  'screening_item.kind',
  'session_progress.status',
  'sign_in.end_reason',
  'sign_in_block.address_hash',
  'sign_in_block.ip_hash',
  'sign_in_try.address_hash',
  'sign_in_try.ip_hash',
  ...['address', 'call', 'named', 'reason_hash', 'seal'].map((column) => `staff_act.${column}`),
  'staff_right.role',
  'video_call_event.event',
  'video_caption.language_code',
  'video_participant.left_reason',
  'video_recording.state',
  'video_recording.step',
  'video_ring.answer',
  'video_room.ring_state',
  'video_segment.end_reason',
  'wanted_tag.tag_key',
  'staff_contact.how',
  ...['dropped_why', 'state', 'trigger'].map((column) => `nudge.${column}`),
  ...['texts', 'trigger'].map((column) => `nudge_plan.${column}`),
  'work_item.fact',
  'work_item.rule',
  'work_item.subject',
  'work_rule.rule',
]

/** Columns of text or bytes in personal tables that contain none of these words. */
export async function findColumnsWithout(db: Db, words: readonly string[]): Promise<string[]> {
  const tables = Object.keys(personalTables).filter((name) => !impersonalTables.has(name))
  const { rows: columns } = await sql<{ at: string; name: string }>`
    select table_name as at, column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${tables}) and data_type not in
      ('bigint', 'integer', 'smallint', 'boolean', 'uuid', 'timestamp with time zone', 'date')
    order by 1, 2`.execute(db)
  const without: string[] = []
  for (const { at, name } of columns) {
    const { rows } = await sql<{ text: string | null }>`select ${sql.ref(name)}::text as text from ${sql.table(at)}`.execute(db)
    const all = rows.map(({ text }) => text ?? '').join('\n')
    if (!words.some((word) => occursIn(all, word))) without.push(`${at}.${name}`)
  }
  return without.toSorted()
}

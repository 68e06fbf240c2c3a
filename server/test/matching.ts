import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import { randomUUID } from 'node:crypto'
import type { GroupType } from '@saathi/contract/mentorship/entities'
import type { Insertable } from 'kysely'
import { findLegalVersions } from '#accounts/public.ts'
import { PlanCriteria, type PlanCriterion } from '#content/match-plan.ts'
import type { MatchPlanTable } from '#core/db/tables.gen.ts'
import { type Reason, SeekerAnswers } from '#matching/offer.ts'
import type { TestServer } from './harness.ts'
import { plainAnswers, testCriteria } from './match-criteria.ts'
import { answerScreening } from './match-screening.ts'
import { buildProject, buildMentorshipSession } from './mentorships.ts'

type PlanChanges = Partial<Omit<Insertable<MatchPlanTable>, 'project_id' | 'criteria'>>

/** A project with a matching plan, and with a schedule so that mentorships can start. */
export async function buildMatching(
  server: TestServer,
  changes: { groupType?: GroupType; plan?: PlanChanges; criteria?: readonly PlanCriterion[] } = {},
): Promise<{ projectId: number; projectKey: string }> {
  const sessions = [await buildMentorshipSession(server), await buildMentorshipSession(server)]
  const projectId = await buildProject(server, sessions, changes.groupType ?? '1to1')
  await server.db
    .insertInto('match_plan')
    .values({
      project_id: projectId,
      criteria: JSON.stringify(changes.criteria ?? testCriteria),
      expiry_hours: 72,
      places: 1,
      group_size: 4,
      group_minimum: 2,
      group_starts_in: 5,
      shortlist: 3,
      exposure: 3,
      needs_review: false,
      needs_approval: false,
      ...changes.plan,
    })
    .execute()
  const { key: projectKey } = await server.db
    .selectFrom('project')
    .select('key')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { projectId, projectKey }
}

type SeekerChanges = {
  projectId: number
  part: 'mentor' | 'mentee'
  /** Merged into the default answers; an empty list means no answer. */
  answers?: SeekerAnswers
  since?: Date
  places?: number
  approved?: boolean
  language?: string
  /** An existing person. */
  personId?: number
}

/** A person who has answered the first survey and is in the pool, with the flags of sign-up and five sessions. */
export async function buildSeeker(server: TestServer, changes: SeekerChanges): Promise<number> {
  const { db, clock } = server
  const isGroup = (await groupTypeOf(server, changes.projectId)) === '1toM'
  const role = changes.part === 'mentor' ? (isGroup ? 'GroupMentor' : 'Mentor') : isGroup ? 'GroupMentee' : 'Mentee'
  const id = changes.personId ?? (await server.buildPerson({ role, language: changes.language ?? 'en' }))
  const { edition } = await findLegalVersions(db)
  await db
    .updateTable('person')
    .set({ project_id: changes.projectId, matching_status: 'READY', agreed_terms_version: edition })
    .where('id', '=', id)
    .execute()
  // Sets the state after five sessions, which only mentees need.
  if (changes.part === 'mentee')
    await db.updateTable('experience').set({ curriculum: 'use', internship: 'use' }).where('person_id', '=', id).execute()
  const entries = Object.entries({ ...plainAnswers, ...changes.answers }).filter(([, answer]) => answer.length > 0)
  const answers = Object.fromEntries(entries)
  await answerScreening(server, changes.projectId, id, answers)
  await db
    .insertInto('match_seeker')
    .values({
      person_id: id,
      project_id: changes.projectId,
      part: changes.part,
      since: changes.since ?? clock.now(),
      answers: JSON.stringify(answers),
    })
    .execute()
  const approvedAt = changes.approved === false ? null : clock.now()
  if (changes.part === 'mentor')
    await db
      .insertInto('match_mentor')
      .values({ person_id: id, approved_at: approvedAt, places: changes.places ?? null })
      .execute()
  return id
}

type OfferState = 'proposed' | 'issued' | 'chosen' | 'held' | 'success' | 'rejected' | 'expired' | 'unavailable' | 'withdrawn'
type OfferChanges = {
  mentorId: number
  menteeId: number
  state?: OfferState
  score?: number
  alias?: string
  turnStartedAt?: Date
  expiresAt?: Date | null
  chosenAt?: Date | null
  createdAt?: Date
  endedAt?: Date
  endedBy?: 'mentor' | 'mentee' | 'staff' | null
}

const open: ReadonlySet<OfferState> = new Set(['proposed', 'issued', 'chosen', 'held'])
const wasChosen: ReadonlySet<OfferState> = new Set(['chosen', 'held', 'success'])

/** Inserted directly in any state, without an expiry job. */
export async function buildOffer(server: TestServer, changes: OfferChanges): Promise<number> {
  const { mentorId, menteeId, state = 'issued', score = 70 } = changes
  const turnStartedAt = changes.turnStartedAt ?? server.clock.now()
  const { projectId, expiryHours, reasons } = await compare(server, mentorId, menteeId, score)
  // Published offers have an expiry time.
  const ownExpiry = state === 'proposed' ? null : new Date(turnStartedAt.getTime() + expiryHours * HOUR_MS)
  const { id } = await server.db
    .insertInto('match_offer')
    .values({
      project_id: projectId,
      mentor_id: mentorId,
      mentee_id: menteeId,
      group_type: await groupTypeOf(server, projectId),
      state,
      ended_by: changes.endedBy ?? null,
      alias: changes.alias ?? `match-${randomUUID()}@match.invalid`,
      score,
      reasons: JSON.stringify(reasons),
      turned_at: turnStartedAt,
      expires_at: changes.expiresAt === undefined ? ownExpiry : changes.expiresAt,
      chosen_at: changes.chosenAt === undefined ? (wasChosen.has(state) ? turnStartedAt : null) : changes.chosenAt,
      created_at: changes.createdAt ?? turnStartedAt,
      ended_at: open.has(state) ? null : (changes.endedAt ?? server.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type GroupChanges = {
  mentorId: number
  /** Mentees with a place; each gets a held offer. */
  menteeIds?: readonly number[]
  createdOn?: Date
  startsAt?: Date
  stalledAt?: Date | null
}

/** A forming group, without a start job. */
export async function buildGroup(server: TestServer, changes: GroupChanges): Promise<{ id: number; offerIds: number[] }> {
  const { mentorId, menteeIds = [] } = changes
  const { projectId, groupSize, groupStartsIn } = await planOf(server, mentorId)
  const createdOn = changes.createdOn ?? server.clock.now()
  const { id } = await server.db
    .insertInto('match_group')
    .values({
      project_id: projectId,
      mentor_id: mentorId,
      size: groupSize,
      created_on: createdOn,
      starts_at: changes.startsAt ?? new Date(createdOn.getTime() + groupStartsIn * DAY_MS),
      stalled_at: changes.stalledAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const offerIds: number[] = []
  for (const [at, menteeId] of menteeIds.entries()) {
    const offerId = await buildOffer(server, { mentorId, menteeId, state: 'held', turnStartedAt: createdOn })
    offerIds.push(offerId)
    const place = { group_id: id, place: at + 1, mentee_id: menteeId, offer_id: offerId, taken_at: createdOn }
    await server.db.insertInto('match_group_place').values(place).execute()
  }
  return { id, offerIds }
}

async function groupTypeOf({ db }: TestServer, projectId: number): Promise<GroupType> {
  const { groupType } = await db
    .selectFrom('project')
    .select('group_type as groupType')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return groupType === '1toM' ? '1toM' : '1to1'
}

async function planOf({ db }: TestServer, personId: number) {
  return db
    .selectFrom('person')
    .innerJoin('match_plan', 'match_plan.project_id', 'person.project_id')
    .select([
      'match_plan.project_id as projectId',
      'match_plan.criteria',
      'match_plan.expiry_hours as expiryHours',
      'match_plan.group_size as groupSize',
      'match_plan.group_starts_in as groupStartsIn',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
}

/** Both sides' answers as reasons. All points are on the first criterion that scores any. */
async function compare(server: TestServer, mentorId: number, menteeId: number, score: number) {
  const { projectId, expiryHours, criteria } = await planOf(server, menteeId)
  const [mentor, mentee] = [await answersOf(server, mentorId), await answersOf(server, menteeId)]
  const plan = PlanCriteria.parse(criteria)
  const scored = plan.find(({ strength }) => strength !== 'must')?.key
  const reasons = plan.map(({ key }): Reason => {
    const [theirs, own] = [mentor[key] ?? [], mentee[key] ?? []]
    const shared = own.filter((answer) => theirs.includes(answer))
    return { key, points: key === scored ? score : 0, shared, mentor: theirs, mentee: own }
  })
  return { projectId, expiryHours, reasons }
}

async function answersOf({ db }: TestServer, personId: number): Promise<SeekerAnswers> {
  const row = await db.selectFrom('match_seeker').select('answers').where('person_id', '=', personId).executeTakeFirst()
  return row ? SeekerAnswers.parse(row.answers) : plainAnswers
}

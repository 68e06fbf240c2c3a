import { StoredSurvey } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

const MAX_FACTS = 50

/** The fields of people for the list and the page of a person, in one query for all of them. */
export function findStageFacts(db: Db, personIds: readonly number[]) {
  return db
    .selectFrom('person')
    .leftJoin('project', 'project.id', 'person.project_id')
    .leftJoin('match_seeker', 'match_seeker.person_id', 'person.id')
    .leftJoin('match_mentor', 'match_mentor.person_id', 'person.id')
    .select([
      'person.id',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.role',
      'person.created_at as joinedAt',
      'person.disabled_at as disabledAt',
      'person.email_verified_at as verifiedAt',
      'project.name as programme',
      'match_seeker.since as seeksSince',
      'match_mentor.approved_at as approvedAt',
    ])
    .select((is) =>
      is
        .selectFrom('sign_in')
        .select((each) => each.fn.max('last_used_at').as('at'))
        .whereRef('sign_in.person_id', '=', 'person.id')
        .as('lastSeenAt'),
    )
    .where('person.id', 'in', personIds)
    .execute()
}
export type StageFacts = Awaited<ReturnType<typeof findStageFacts>>[number]

/** The members, with their parts, of current mentorships with one of these people. */
export function findPartners(db: Db, personIds: readonly number[]) {
  return db
    .selectFrom('mentorship_member as own')
    .innerJoin('mentorship', 'mentorship.id', 'own.mentorship_id')
    .innerJoin('mentorship_member as other', 'other.mentorship_id', 'own.mentorship_id')
    .innerJoin('person', 'person.id', 'other.person_id')
    .select([
      'own.person_id as personId',
      'mentorship.group_type as groupType',
      'person.id as otherId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'other.part',
    ])
    .where('own.person_id', 'in', personIds)
    .where('own.part', '<>', 'pair_manager')
    .where('own.left_at', 'is', null)
    .where('other.left_at', 'is', null)
    .where('mentorship.ended_at', 'is', null)
    .orderBy('mentorship.id')
    .orderBy('other.part', 'desc')
    .orderBy('person.id')
    .execute()
}

export function findAccount(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .leftJoin('project', 'project.id', 'person.project_id')
    .leftJoin('match_mentor', 'match_mentor.person_id', 'person.id')
    .select([
      'person.email',
      'person.phone_number as phoneNumber',
      'person.language_code as language',
      'person.provider',
      'person.institution_code as institutionCode',
      'person.leaves_at as leavesAt',
      'project.id as projectId',
      'project.key as projectKey',
      'project.name as projectName',
      'project.is_disabled as projectIsDisabled',
      'match_mentor.places',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
}

/** Counts of sign-ins, sessions of the learning hub and open offers. */
export function findCounts(db: Db, personId: number, now: Date) {
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('sign_in')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .as('openSignIns'),
      selectFrom('session_progress')
        .select(({ fn }) => fn.count<number>('completed_at').as('n'))
        .where('person_id', '=', personId)
        .where('mentorship_id', 'is', null)
        .as('sessionsDone'),
      selectFrom('session_progress')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('person_id', '=', personId)
        .where('mentorship_id', 'is', null)
        .as('sessionsStarted'),
      selectFrom('session_progress')
        .select(({ fn }) => fn.max('last_seen_at').as('at'))
        .where('person_id', '=', personId)
        .as('learnedAt'),
      selectFrom('match_offer')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where((is) => is.or([is('mentor_id', '=', personId), is('mentee_id', '=', personId)]))
        .where('state', 'in', ['issued', 'chosen', 'held'])
        .as('openOffers'),
    ])
    .executeTakeFirstOrThrow()
}

export async function findSurveyFacts(db: Db, personId: number) {
  const rows = await db
    .selectFrom('survey_response')
    .innerJoin('survey', 'survey.id', 'survey_response.survey_id')
    .select(['survey.id', 'survey.content', 'started_at as startedAt', 'completed_at as completedAt'])
    .where('person_id', '=', personId)
    .orderBy('started_at', 'desc')
    .limit(MAX_FACTS)
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, names: StoredSurvey.parse(content).name }))
}

export function findMentorshipFacts(db: Db, personId: number) {
  return db
    .selectFrom('mentorship_member as own')
    .innerJoin('mentorship', 'mentorship.id', 'own.mentorship_id')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'mentorship.id',
      'mentorship.group_type as groupType',
      'project.name as programme',
      'mentorship.started_at as startedAt',
    ])
    .select((is) => [
      is.fn.coalesce('own.left_at', 'mentorship.ended_at').as('endedAt'),
      is
        .selectFrom('session_progress')
        .select(({ fn }) => fn.count<number>('completed_at').as('n'))
        .where('session_progress.person_id', '=', personId)
        .whereRef('session_progress.mentorship_id', '=', 'mentorship.id')
        .as('sessionsDone'),
    ])
    .where('own.person_id', '=', personId)
    .orderBy('mentorship.id', 'desc')
    .limit(MAX_FACTS)
    .execute()
}

/** Calls in which the person and somebody else took part, by mentorship. */
export function findCallFacts(db: Db, personId: number, mentorshipIds: readonly number[]) {
  return db
    .selectFrom('video_room')
    .innerJoin('chat_channel', 'chat_channel.id', 'video_room.channel_id')
    .select((is) => [
      'chat_channel.mentorship_id as mentorshipId',
      is.fn.countAll<number>().as('callCount'),
      is.fn.max('video_room.created_at').as('lastCallAt'),
    ])
    .where('chat_channel.mentorship_id', 'in', mentorshipIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('video_participant as own')
          .innerJoin('video_participant as other', 'other.room_id', 'own.room_id')
          .select('own.id')
          .whereRef('own.room_id', '=', 'video_room.id')
          .where('own.person_id', '=', personId)
          .where('other.person_id', '<>', personId),
      ),
    )
    .groupBy('chat_channel.mentorship_id')
    .execute()
}

export function findMentorshipPartners(db: Db, personId: number, mentorshipIds: readonly number[]) {
  return db
    .selectFrom('mentorship_member')
    .innerJoin('person', 'person.id', 'mentorship_member.person_id')
    .select(['mentorship_id as mentorshipId', 'person.id', 'first_name as firstName', 'last_name as lastName', 'part'])
    .where('mentorship_id', 'in', mentorshipIds)
    .where('person_id', '<>', personId)
    .where('left_at', 'is', null)
    .orderBy('part', 'desc')
    .orderBy('person.id')
    .execute()
}

export function findConsents(db: Db, personId: number) {
  return db
    .selectFrom('consent')
    .select(['kind', 'version', 'given_at as givenAt'])
    .where('person_id', '=', personId)
    .orderBy('given_at', 'desc')
    .limit(100)
    .execute()
}

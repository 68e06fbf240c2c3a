import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Basics } from './changes-store.ts'

const memberRoles = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor']

type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProgramme>>>

export const basicsOf = (row: ProjectRow): Basics => ({
  name: row.name,
  groupType: row.group_type,
  isDisabled: row.is_disabled,
  membersAreAdults: row.members_are_adults,
  emailDomains: row.email_domains,
  languages: row.languages,
})

export function findProgrammes(db: Db, scope: Scope) {
  const all = db
    .selectFrom('project')
    .select(({ selectFrom }) => [
      'id',
      'name',
      'group_type as groupType',
      'is_disabled as isDisabled',
      selectFrom('person')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('person.project_id', '=', 'project.id')
        .where('person.deleted_at', 'is', null)
        .where('person.role', 'in', memberRoles)
        .as('people'),
      selectFrom('mentorship')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('mentorship.project_id', '=', 'project.id')
        .where('mentorship.ended_at', 'is', null)
        .as('mentorships'),
    ])
    .orderBy('is_disabled')
    .orderBy('name')
    .limit(500)
  return (scope === 'all' ? all : all.where('id', 'in', [...scope, 0])).execute()
}

/** Changes to one programme run one after the other. */
export const findProgrammeForUpdate = (db: Db, id: number) =>
  db.selectFrom('project').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findProgramme = (db: Db, id: number) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirst()

export function findCohorts(db: Db, projectId: number) {
  return db
    .selectFrom('cohort')
    .select(({ selectFrom }) => [
      'id',
      'name',
      'sign_up_from as signUpFrom',
      'starts_on as startsOn',
      'ends_on as endsOn',
      selectFrom('person')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('person.cohort_id', '=', 'cohort.id')
        .as('people'),
      selectFrom('mentorship_member as member')
        .innerJoin('person', 'person.id', 'member.person_id')
        .innerJoin('mentorship', 'mentorship.id', 'member.mentorship_id')
        .select(({ fn }) => fn.count<number>('mentorship.id').distinct().as('count'))
        .whereRef('person.cohort_id', '=', 'cohort.id')
        .where('mentorship.ended_at', 'is', null)
        .as('mentorships'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('starts_on')
    .orderBy('id')
    .execute()
}

export function findCodes(db: Db, projectId: number) {
  return db
    .selectFrom('institution')
    .select(({ selectFrom }) => [
      'code',
      'name',
      'email_domains as emailDomains',
      'is_active as isActive',
      'cohort_id as cohortId',
      'places',
      'ends_on as endsOn',
      selectFrom('person')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('person.institution_code', '=', 'institution.code')
        .as('used'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('code')
    .limit(500)
    .execute()
}

/** Sessions that a mentorship can go through: published, and meant for all programmes or this one. */
export function findSessionChoices(db: Db, projectId: number, language: string) {
  return db
    .selectFrom('session')
    .leftJoin('session_text as own', (join) =>
      join.onRef('own.session_id', '=', 'session.id').on('own.language_code', '=', language),
    )
    .select(({ fn }) => [
      'session.id as sessionId',
      fn.coalesce('own.title', 'session.title').as('title'),
      // The session itself has the texts of the default language.
      sql<string[]>`array(
        select code from language where is_default
        union select language_code from session_text where session_id = session.id
        order by 1
      )`.as('languages'),
    ])
    .where('session.published_at', 'is not', null)
    .where('session.is_learning_hub', '=', false)
    .where(({ or, not, exists, selectFrom }) => {
      const restricted = selectFrom('session_project').select('session_id').whereRef('session_id', '=', 'session.id')
      return or([not(exists(restricted)), exists(restricted.where('project_id', '=', projectId))])
    })
    .orderBy('session.position')
    .orderBy('session.id')
    .limit(1000)
    .execute()
}

export const findPlanRows = (db: Db) => db.selectFrom('match_plan').selectAll().orderBy('project_id').execute()

/** Number of people that a change of the programme affects. */
export async function countReached(db: Db, projectId: number) {
  const { people, waiting, openOffers, running } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('person')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .where('role', 'in', memberRoles)
        .as('people'),
      selectFrom('match_seeker')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .as('waiting'),
      selectFrom('match_offer')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('ended_at', 'is', null)
        .as('openOffers'),
      selectFrom('mentorship')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('ended_at', 'is', null)
        .as('running'),
    ])
    .executeTakeFirstOrThrow()
  return { people: people ?? 0, waiting: waiting ?? 0, openOffers: openOffers ?? 0, running: running ?? 0 }
}

export function findSchedule(db: Db, projectId: number, language: string) {
  return db
    .selectFrom('schedule_session')
    .innerJoin('session', 'session.id', 'schedule_session.session_id')
    .leftJoin('session_text as own', (join) =>
      join.onRef('own.session_id', '=', 'session.id').on('own.language_code', '=', language),
    )
    .select(({ fn }) => ['session.id as sessionId', fn.coalesce('own.title', 'session.title').as('title'), 'days'])
    .where('project_id', '=', projectId)
    .orderBy('schedule_session.position')
    .execute()
}

import { isMentor, Role } from '@saathi/contract/accounts/roles'
import { sql } from 'kysely'
import { roleMay } from '#accounts/public.ts'
import { readIn, StoredSurvey } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

export type OpenedSurvey = { personId: number; surveyId: number; survey: string }
type OpenedQuery = { /** OpenedSurvey after `after` and until `now`. */ after: Date; now: Date; afterId: number; limit: number }

const takers = Role.options.filter((role) => roleMay(role, 'surveys.take'))
const mentors = takers.filter(isMentor)
const mentees = takers.filter((role) => !isMentor(role))

/** Surveys that opened for people who were already registered and have not started them, by person, with translated names. */
export async function findOpened(db: Db, { after, now, afterId, limit }: OpenedQuery): Promise<OpenedSurvey[]> {
  const opensAt = sql`greatest(survey.published_at, earlier.completed_at + survey.after_days * interval '1 day')`
  const { rows } = await sql<{ personId: number; language: string; surveyId: number; content: unknown }>`
    select person.id as "personId", person.language_code as language, survey.id as "surveyId", survey.content
    from person
    join experience on experience.person_id = person.id and experience.survey = 'use'
    join survey on person.role = any (case survey.audience
      when 'mentors' then ${mentors}::text[] when 'mentees' then ${mentees}::text[] else ${takers}::text[] end)
    left join survey_response earlier on earlier.survey_id = survey.after_survey_id and earlier.person_id = person.id
    where person.id > ${afterId} and person.deleted_at is null and person.disabled_at is null
      and (survey.after_survey_id is null or earlier.completed_at is not null)
      and (survey.closes_at is null or survey.closes_at > ${now})
      and ${opensAt} > ${after} and ${opensAt} <= ${now} and person.created_at < ${opensAt}
      and not exists (select from survey_response own where own.survey_id = survey.id and own.person_id = person.id)
      and (not exists (select from survey_project allowed where allowed.survey_id = survey.id) or exists (
        select from survey_project allowed where allowed.survey_id = survey.id and allowed.project_id = person.project_id))
    order by person.id, survey.position, survey.id
    limit ${limit}`.execute(db)
  return rows.map(({ personId, language, surveyId, content }) => ({
    personId,
    surveyId,
    survey: readIn(language, StoredSurvey.parse(content).name).locale,
  }))
}

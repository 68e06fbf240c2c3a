import { StoredQuiz } from '#content/public.ts'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Figures come from the latest people only, so that the desk opens as fast in a large programme. */
const MAX_PEOPLE = 500

export type Offered = { key: string; title: string; versionId: number; projects: number[] }

export async function findOffered(db: Db): Promise<Offered[]> {
  const { rows } = await sql<Offered>`
    select key, title, version_id as "versionId",
      array(select project_id::int from session_project where session_id = session.id order by 1) as projects
    from session where published_at is not null and version_id is not null order by position, id limit 500`.execute(db)
  return rows
}

export type OfferedQuiz = { id: number; versionId: number; key: string; step: string; stepTitle: string; content: StoredQuiz }

export async function findQuizzes(db: Db, versionIds: readonly number[]): Promise<OfferedQuiz[]> {
  const { rows } = await sql<Omit<OfferedQuiz, 'content'> & { content: unknown }>`
    select quiz.id, quiz.version_id as "versionId", quiz.key, quiz.content, step.key as step, step.title as "stepTitle"
    from quiz
    cross join lateral (
      select key, title from step
      where version_id = quiz.version_id and content @> jsonb_build_array(jsonb_build_object('quizKey', quiz.key))
      order by position limit 1
    ) as step
    where quiz.version_id = any (${[...versionIds]}::bigint[]) order by quiz.id`.execute(db)
  return rows.map((row) => ({ ...row, content: StoredQuiz.parse(row.content) }))
}

export type AskedQuestion = { quizId: number; question: string; /** Keys of the right options. */ right: string[] }
export type FirstAnswers = { quizId: number; question: string; people: number; answered: number; right: number }

/** With several right options, exactly all of them must be chosen. */
export async function countFirstAnswers(db: Db, questions: readonly AskedQuestion[]): Promise<FirstAnswers[]> {
  const { rows } = await sql<FirstAnswers>`
    select asked."quizId", asked.question, count(distinct latest.person_id)::int as people, count(*)::int as answered,
      count(*) filter (where asked."right" @> answer.given
        and (jsonb_typeof(answer.given) <> 'array' or answer.given @> asked."right"))::int as "right"
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as asked ("quizId" bigint, question text, "right" jsonb)
    cross join lateral (
      select person_id, answers from quiz_attempt
      where quiz_id = asked."quizId" and number = 1 order by id desc limit ${MAX_PEOPLE}
    ) as latest
    cross join lateral (select latest.answers -> asked.question as given) as answer
    where answer.given is not null
    group by asked."quizId", asked.question`.execute(db)
  return rows
}

export type Stop = { versionId: number; step: string; stepTitle: string; people: number; started: number; stopped: number }

/** Of the people who started before `before`, those who have neither completed the session nor been seen since, by their step. */
export async function countStopsBefore(db: Db, versionIds: readonly number[], before: Date): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    with latest as (
      select progress.* from unnest(${[...versionIds]}::bigint[]) as version (id)
      cross join lateral (
        select version_id, person_id, mentorship_id, status <> 'COMPLETED' and last_seen_at < ${before} as has_stopped
        from session_progress where version_id = version.id and started_at < ${before}
        order by started_at desc limit ${MAX_PEOPLE}
      ) as progress
    ), started as (
      select version_id, count(distinct person_id)::int as people, count(*)::int as started from latest group by version_id
    )
    select started.version_id as "versionId", step.key as step, step.title as "stepTitle", started.people, started.started,
      count(*)::int as stopped
    from latest join started on started.version_id = latest.version_id
    cross join lateral (
      select candidate.key, candidate.title from step as candidate
      where candidate.version_id = latest.version_id
        and not exists (select from step_completion where step_id = candidate.id and person_id = latest.person_id
          and mentorship_id is not distinct from latest.mentorship_id)
      order by candidate.position limit 1
    ) as step
    where latest.has_stopped
    group by started.version_id, step.key, step.title, started.people, started.started`.execute(db)
  return rows
}

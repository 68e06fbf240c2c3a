import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'

const Answers = z.record(z.string(), z.unknown())

/** The next step of each person who has started and not finished. */
export async function countStops(db: Db, versionId: number): Promise<{ started: number; stops: Map<string, number> }> {
  const started = await db
    .selectFrom('session_progress')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  const { rows } = await sql<{ key: string; count: number }>`
    select step.key, count(*)::int as count
    from session_progress
    cross join lateral (
      select candidate.id from step as candidate
      where candidate.version_id = session_progress.version_id
        and not exists (select from step_completion
          where step_completion.step_id = candidate.id and step_completion.person_id = session_progress.person_id)
      order by candidate.position limit 1
    ) as next
    join step on step.id = next.id
    where session_progress.version_id = ${versionId} and session_progress.status <> 'COMPLETED'
    group by step.key`.execute(db)
  return { started: started?.count ?? 0, stops: new Map(rows.map(({ key, count }) => [key, count])) }
}

const MAX_ANSWERS = 50_000

export async function findFirstAnswers(db: Db, versionId: number) {
  const rows = await db
    .selectFrom('quiz_attempt')
    .innerJoin('quiz', 'quiz.id', 'quiz_attempt.quiz_id')
    .select(['quiz.key as quiz', 'quiz_attempt.answers'])
    .where('quiz.version_id', '=', versionId)
    .where('quiz_attempt.number', '=', 1)
    .orderBy('quiz_attempt.id', 'desc')
    .limit(MAX_ANSWERS)
    .execute()
  return rows.map(({ quiz, answers }) => ({ quiz, answers: Answers.parse(answers) }))
}

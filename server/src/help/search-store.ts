import { hasWords, type Scope, type WordStart } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

/** Conversations of people whose name or address contains these words, open ones first, without message texts. */
export function findCasesByPerson(db: Db, scope: Scope, words: readonly WordStart[], limit: number) {
  const found = db
    .selectFrom('help_case')
    .innerJoin('person', 'person.id', 'help_case.person_id')
    .leftJoin('project', 'project.id', 'person.project_id')
    .select(['help_case.id', 'help_case.closed_at as closedAt', 'first_name as firstName', 'last_name as lastName', 'role'])
    .select('project.name as programme')
    .where(hasWords(words))
  const inScope = scope === 'all' ? found : found.where('person.project_id', 'in', [...scope])
  return inScope
    .orderBy(({ eb }) => eb('help_case.closed_at', 'is not', null))
    .orderBy('help_case.last_message_at', 'desc')
    .orderBy('help_case.id', 'desc')
    .limit(limit)
    .execute()
}

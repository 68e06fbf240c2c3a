import type { Db } from '#core/ctx.ts'

/** Whether the person's programme or institution says that its members are adults. Unknown counts as a minor. */
export async function isKnownAdult(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .leftJoin('project', 'project.id', 'person.project_id')
    .leftJoin('institution', 'institution.code', 'person.institution_code')
    .select(['project.members_are_adults as byProject', 'institution.members_are_adults as byInstitution'])
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row?.byProject === true || row?.byInstitution === true
}

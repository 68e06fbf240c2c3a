import type { Db } from '#core/ctx.ts'

export function findMemberships(db: Db, personId: number) {
  return db
    .selectFrom('mentorship_member as member')
    .innerJoin('mentorship', 'mentorship.id', 'member.mentorship_id')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'mentorship.id',
      'project.name as programme',
      'mentorship.group_type as groupType',
      'member.part',
      'member.joined_at as joinedAt',
      'member.left_at as leftAt',
    ])
    .where('member.person_id', '=', personId)
    .orderBy('member.joined_at')
    .orderBy('mentorship.id')
    .execute()
}

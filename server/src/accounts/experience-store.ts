import type { Db } from '#core/ctx.ts'

/** Each by the name that everybody else calls it. */
const columns = {
  curriculum: 'curriculum',
  internship: 'internship',
  chattype: 'chattype',
  mentorshipChat: 'mentorship_chat',
  video: 'video',
} as const
export type ShownFlag = keyof typeof columns

/** Those that were turned; of two at the same moment only one finds each of them still held back. */
export async function openShownFlags(db: Db, personId: number, flags: readonly ShownFlag[]): Promise<ShownFlag[]> {
  const opened: ShownFlag[] = []
  for (const flag of flags) {
    const row = await db
      .updateTable('experience')
      .set({ [columns[flag]]: 'use' })
      .where('person_id', '=', personId)
      .where(columns[flag], '=', 'show')
      .returning('person_id')
      .executeTakeFirst()
    if (row) opened.push(flag)
  }
  return opened
}

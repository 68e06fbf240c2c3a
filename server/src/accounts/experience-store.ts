import type { Db } from '#core/ctx.ts'

/** Wire names to column names. */
const columns = {
  curriculum: 'curriculum',
  internship: 'internship',
  chattype: 'chattype',
  mentorshipChat: 'mentorship_chat',
  video: 'video',
} as const
export type ShownFlag = keyof typeof columns

/** Returns the flags that changed; of two concurrent calls only one finds each flag still locked. */
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

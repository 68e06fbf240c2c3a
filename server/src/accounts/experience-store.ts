import type { Db } from '#core/ctx.ts'

export type ShownFlag = 'curriculum' | 'internship'

/** Those that were turned; of two at the same moment only one finds each of them still held back. */
export async function openShownFlags(db: Db, personId: number, flags: readonly ShownFlag[]): Promise<ShownFlag[]> {
  const opened: ShownFlag[] = []
  for (const flag of flags) {
    const row = await db
      .updateTable('experience')
      .set({ [flag]: 'use' })
      .where('person_id', '=', personId)
      .where(flag, '=', 'show')
      .returning('person_id')
      .executeTakeFirst()
    if (row) opened.push(flag)
  }
  return opened
}

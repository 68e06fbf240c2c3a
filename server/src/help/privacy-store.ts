import type { Db } from '#core/ctx.ts'

/** Both sides of the person's own conversation; staff replies to others belong to those. */
export function findConversation(db: Db, personId: number) {
  return db
    .selectFrom('help_message')
    .innerJoin('help_case', 'help_case.id', 'help_message.case_id')
    .select(['help_message.is_from_staff as isFromTeam', 'help_message.body as message', 'help_message.sent_at as sentAt'])
    .where('help_case.person_id', '=', personId)
    .orderBy('help_message.id')
    .execute()
}

export async function deleteCaseOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('help_case').where('person_id', '=', personId).execute()
}

/** Replies to others stay; the sender is removed. */
export async function updateAnswersNameless(db: Db, personId: number): Promise<void> {
  await db.updateTable('help_message').set({ sender_id: null }).where('sender_id', '=', personId).execute()
}

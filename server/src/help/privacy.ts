import type { ListenerCtx } from '#core/ctx.ts'
import { deleteTraces } from './presence-store.ts'
import { deleteCaseOf, findConversation, updateAnswersNameless } from './store.ts'

export async function exportFor({ db }: ListenerCtx, personId: number) {
  return { conversation: await findConversation(db, personId) }
}

export async function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  await deleteCaseOf(db, personId)
  await updateAnswersNameless(db, personId)
  await deleteTraces(db, personId)
}

import type { ListenerCtx } from '#core/events.ts'
import { deleteProgressOf, findBegunSessions, findBookmarks, findStepsDone } from './privacy-store.ts'

/** By title: ids of ours would say nothing to whoever takes their data elsewhere. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    sessions: await findBegunSessions(db, personId),
    stepsDone: await findStepsDone(db, personId),
    bookmarks: await findBookmarks(db, personId),
  }
}

export function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  return deleteProgressOf(db, personId)
}

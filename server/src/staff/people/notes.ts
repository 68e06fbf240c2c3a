import type { SavedView, StaffNote } from '@saathi/contract/staff/people-calls'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import * as store from './notes-store.ts'
import { requireVisible } from './people.ts'

export async function addNote(ctx: Ctx, id: number, text: string): Promise<StaffNote> {
  const personId = await requireVisible(ctx, id)
  const noteId = await store.insertNote(ctx.db, { personId, writtenBy: ctx.actor.personId, text, now: ctx.now() })
  const [note] = (await store.findNotes(ctx.db, personId)).filter((each) => each.id === noteId)
  return note ?? { id: noteId, text, by: '', at: ctx.now().toISOString() }
}

const MAX_VIEWS = 20

export const listViews = async ({ db, actor }: Ctx) => ({ views: await store.findViews(db, actor.personId) })

export async function saveView({ db, actor }: Ctx, view: { name: string; query: string }): Promise<SavedView> {
  const views = await store.findViews(db, actor.personId)
  if (views.length >= MAX_VIEWS && !views.some(({ name }) => name === view.name)) throw conflict('staff.too_many_views')
  return store.saveView(db, actor.personId, view)
}

/** A colleague's view gets the same reply as a missing one. */
export async function deleteView({ db, actor }: Ctx, id: number): Promise<void> {
  if (!(await store.deleteView(db, actor.personId, id))) throw notFound('staff.view_not_found')
}

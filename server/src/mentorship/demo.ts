import type { NewMentorship } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { closeMentorshipSessions, insertDemoMentorshipProgress } from '#learning/public.ts'
import { insertStarted, peopleOf } from './lifecycle.ts'
import { findProject } from './store.ts'

/** Creates the demo mentorships with their history. Sends no notices, because for these people it lies in the past. */
export async function insertDemoMentorships(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const { begun, ...mentorship } of mentorships) {
    const project = await findProject(ctx.db, mentorship.projectId)
    if (!project) continue
    const silentCtx = { db: ctx.db, raise: async () => {}, push: () => {} }
    const made = { ...mentorship, groupType: project.groupType }
    const { mentorshipId } = await insertStarted(silentCtx, made, async () => {})
    await insertDemoMentorshipProgress(ctx, mentorshipId, begun)
    const { endedAt } = mentorship
    if (endedAt !== null) await closeMentorshipSessions({ db: ctx.db, now: () => endedAt }, mentorshipId, peopleOf(made))
  }
}

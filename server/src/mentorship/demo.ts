import type { NewMentorship } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { closeWalks, giveWalks } from '#learning/public.ts'
import { peopleOf, startMentorship } from './start.ts'
import { findProject } from './store.ts'

/** The demo's people have walked together for a while. Nobody is told: for them it is nothing new. */
export async function giveMentorships(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const { begun, ...mentorship } of mentorships) {
    const project = await findProject(ctx.db, mentorship.projectId)
    if (!project) continue
    const untold = { db: ctx.db, raise: async () => {}, push: () => {} }
    const made = { ...mentorship, groupType: project.groupType }
    const { mentorshipId } = await startMentorship(untold, made)
    await giveWalks(ctx, mentorshipId, begun)
    const { endedAt } = mentorship
    if (endedAt !== null) await closeWalks({ db: ctx.db, now: () => endedAt }, mentorshipId, peopleOf(made))
  }
}

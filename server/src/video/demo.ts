import { findCallChannels } from '#chat/public.ts'
import type { NewCall, NewMentorship } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findMade } from '#mentorship/public.ts'
import { insertPastCall } from './demo-store.ts'
import { makeMeetingJob } from './summary/make-meeting.ts'
import { insertCaption } from './recording/store.ts'

/** Inserts past calls for the demo people; their captions go through the normal transcript and summary jobs. */
export async function insertDemoCalls(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const mentorship of mentorships) {
    const mentorshipId = mentorship.calls.length > 0 ? await findMade(ctx.db, mentorship) : null
    if (mentorshipId === null) continue
    const [channel] = await findCallChannels(ctx.db, { mentorshipIds: [mentorshipId] })
    if (!channel) continue
    const personIds = [mentorship.mentorId, ...mentorship.menteeIds]
    for (const call of mentorship.calls) await insertDemoCall(ctx, channel.id, personIds, call)
  }
}

async function insertDemoCall(ctx: ListenerCtx, channelId: number, personIds: readonly number[], { at, endedAt, said }: NewCall) {
  const recordingId = await insertPastCall(ctx.db, { channelId, at, endedAt, personIds })
  for (const { byId, text, at: saidAt } of said) {
    await insertCaption(ctx.db, { recordingId, personId: byId, text, language: 'en' }, saidAt)
  }
  await ctx.enqueue(makeMeetingJob, { recordingId, isOver: true })
}

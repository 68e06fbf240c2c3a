import { endMentorship, isPairPaused } from '#mentorship/public.ts'
import { setDisabledBySafety } from '#accounts/public.ts'
import { findChannelIdsOfMentorship, pauseChannels, setMute } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findMentorshipOfChannel, isPausedByOthers, type StepRecord } from './store.ts'

/** Stops all conversations and calls of a pair or group, or opens them again. False if it has no conversation. */
export const pausePair = (ctx: ListenerCtx, mentorshipId: number, isPaused: boolean): Promise<boolean> =>
  pauseChannels(ctx, { mentorshipId }, isPaused)

/** A warning is a notice and nothing else. */
export async function applyStep(ctx: ListenerCtx, step: StepRecord): Promise<void> {
  const { kind, personId, channelId, mentorshipId, until } = step
  if (kind === 'mute') await setMute(ctx, personId, { isMuted: true, until })
  if (kind === 'pause_channel' && channelId !== null) await pauseChannels(ctx, { channelIds: [channelId] }, true)
  if (kind === 'pause_pair' && mentorshipId !== null) await pausePair(ctx, mentorshipId, true)
  if (kind === 'suspend' || kind === 'ban') await setDisabledBySafety(ctx, personId, true)
  if (kind === 'end_pair' && mentorshipId !== null) await endMentorship(ctx, mentorshipId)
}

/** A channel stays closed if another step still closes it. */
export async function revokeStep(ctx: ListenerCtx, step: StepRecord, channelIds: readonly number[]): Promise<void> {
  const { kind, personId } = step
  if (kind === 'mute') await setMute(ctx, personId, { isMuted: false, until: null })
  if (kind === 'suspend' || kind === 'ban') await setDisabledBySafety(ctx, personId, false)
  for (const channelId of channelIds) {
    const mentorshipId = await findMentorshipOfChannel(ctx.db, channelId)
    if (mentorshipId !== null && (await isPairPaused(ctx.db, mentorshipId))) continue
    if (!(await isPausedByOthers(ctx.db, channelId, step.id))) await pauseChannels(ctx, { channelIds: [channelId] }, false)
  }
}

/** Pauses or resumes channels with the pair. Channels closed by the safety desk stay closed. */
export async function followPause(
  ctx: ListenerCtx,
  { mentorshipId, isPaused }: { mentorshipId: number; isPaused: boolean },
): Promise<void> {
  if (isPaused) return void (await pausePair(ctx, mentorshipId, true))
  for (const channelId of await findChannelIdsOfMentorship(ctx.db, mentorshipId)) {
    if (!(await isPausedByOthers(ctx.db, channelId))) await pauseChannels(ctx, { channelIds: [channelId] }, false)
  }
}

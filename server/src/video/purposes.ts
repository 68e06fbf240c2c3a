import { SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import type { Purpose, Purposes } from '#core/files/purposes.ts'
import { findMeetingOfFile, wasIn } from './history/store.ts'
import { isChannelOpen } from './access.ts'

/** Members of the channel; owning the file is irrelevant. */
const canReadText: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  return meeting !== null && isChannelOpen(ctx, meeting.channelId)
}

/** Recordings are only for people who were in the call. */
const canWatch: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  if (!meeting || !(await wasIn(ctx.db, meeting.id, ctx.actor.personId))) return false
  return isChannelOpen(ctx, meeting.channelId)
}

/** These files are generated here and never uploaded. */
const made = { kinds: [], maxBytes: SEGMENT_MAX_BYTES } as const

export const videoPurposes: Purposes = {
  video_recording: { ...made, mayRead: canWatch },
  video_transcript: { ...made, mayRead: canReadText },
  video_summary: { ...made, mayRead: canReadText },
}

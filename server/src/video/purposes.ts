import { SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import type { Purpose, Purposes } from '#core/files/purposes.ts'
import { findMeetingOfFile, wasIn } from './history-store.ts'
import { isChannelOpen } from './meeting-access.ts'

/** Whoever takes part in the conversation; whose name stands on the file is no reason. */
const mayReadWords: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  return meeting !== null && isChannelOpen(ctx, meeting.channelId)
}

/** Faces and voices are for those alone who were there. */
const mayWatch: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  if (!meeting || !(await wasIn(ctx.db, meeting.id, ctx.actor.personId))) return false
  return isChannelOpen(ctx, meeting.channelId)
}

/** Nobody uploads any of these: they are made here. */
const made = { kinds: [], maxBytes: SEGMENT_MAX_BYTES } as const

export const videoPurposes: Purposes = {
  video_recording: { ...made, mayRead: mayWatch },
  video_transcript: { ...made, mayRead: mayReadWords },
  video_summary: { ...made, mayRead: mayReadWords },
}

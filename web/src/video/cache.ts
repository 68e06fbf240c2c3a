import type { MeetingHistoryItem, OpenRoom } from '@saathi/contract/video/entities'

export const withRating = (history: MeetingHistoryItem[], meetingRecordingId: number, rating: number): MeetingHistoryItem[] =>
  history.map((item) => (item.meetingRecordingId === meetingRecordingId ? { ...item, rating } : item))

/**
 * Whether a call that rings is over. Whoever calls is first asked about the recording: one in which nobody has been yet goes on, and
 * the server names it from when it was said.
 */
export const isOver = (before: OpenRoom | undefined, now: OpenRoom | undefined): boolean =>
  !now || (before?.callInProgress === true && !now.callInProgress)

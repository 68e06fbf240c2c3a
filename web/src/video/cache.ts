import type { MeetingHistoryItem, OpenRoom } from '@saathi/contract/video/entities'

export const withRating = (history: MeetingHistoryItem[], meetingRecordingId: number, rating: number): MeetingHistoryItem[] =>
  history.map((item) => (item.meetingRecordingId === meetingRecordingId ? { ...item, rating } : item))

/**
 * Whether a ringing call has ended. The caller first answers the consent question, so a call that nobody has joined yet still
 * rings.
 */
export const isOver = (before: OpenRoom | undefined, now: OpenRoom | undefined): boolean =>
  !now || (before?.callInProgress === true && !now.callInProgress)

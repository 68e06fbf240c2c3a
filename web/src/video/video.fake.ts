import type { CallCard, CallPreview, MeetingHistoryItem, OpenRoom, VideoRoom } from '@saathi/contract/video/entities'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { withChat } from '../chat/chat-server.fake.ts'

export const roomId = '7f3a91c2-1111-4222-8333-444455556666'

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

export const withVideo = () => withChat({ video: 'use' })

/** Open for five minutes, with Ravi, and consent not answered yet. */
export function videoRoom(overrides: Partial<VideoRoom> = {}): VideoRoom {
  return {
    room: roomId,
    token: 'video-token',
    tokenExpiresAt: inMinutes(5),
    startTime: inMinutes(5),
    opensAt: inMinutes(-5),
    closesAt: inMinutes(180),
    title: 'Weekly call with Ravi',
    sessionName: null,
    localeSessionName: null,
    visitStatus: 'open',
    channel: 1,
    callInProgress: false,
    consent: null,
    displayName: 'Asha Rao',
    partners: [{ userId: 2, name: 'Ravi Kumar', displayPicture: null }],
    engine: { kind: 'built-in', iceServers: [] },
    ...overrides,
  }
}

/** A room that cannot be joined has no token and no engine. */
export const shutRoom = (overrides: Partial<VideoRoom>): VideoRoom =>
  videoRoom({ token: null, tokenExpiresAt: null, engine: null, ...overrides })

export function openRoom(overrides: Partial<OpenRoom> = {}): OpenRoom {
  return {
    ring: null,
    wasIn: false,
    room: roomId,
    channel: 1,
    title: 'Ravi Kumar',
    startTime: inMinutes(0),
    closesAt: inMinutes(180),
    callInProgress: true,
    people: [{ userId: 2, name: 'Ravi Kumar', displayPicture: null }],
    ...overrides,
  }
}

export function callPreview(overrides: Partial<CallPreview> = {}): CallPreview {
  return {
    channel: 1,
    title: 'Ravi Kumar',
    isGroup: false,
    partners: [{ userId: 2, name: 'Ravi Kumar', displayPicture: null }],
    isLate: false,
    room: null,
    ...overrides,
  }
}

export function callCard(overrides: Partial<CallCard> = {}): CallCard {
  return {
    room: roomId,
    state: 'ended',
    startedAt: inMinutes(-20),
    startedBy: 2,
    minutes: 16,
    wasIn: true,
    hasDeclined: false,
    people: [],
    meetingRecordingId: null,
    ...overrides,
  }
}

export function meeting(meetingRecordingId: number, overrides: Partial<MeetingHistoryItem> = {}): MeetingHistoryItem {
  return {
    meetingRecordingId,
    meetingDatetime: '2026-11-14T14:00:00Z',
    summaryTextFileUrl: `/api/v2/files/summary-${meetingRecordingId}/`,
    transcriptionTextFileUrl: `/api/v2/files/transcript-${meetingRecordingId}/`,
    recordingUrls: [],
    minutes: 16,
    rating: null,
    ...overrides,
  }
}

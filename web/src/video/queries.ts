import type { CallReply } from '@saathi/contract/core/call'
import {
  declineCall,
  getCallStatus,
  getRoom,
  giveConsent,
  listCallCards,
  listRooms,
  postCallEvent,
  previewCall,
  ringAgain,
  startCall,
} from '@saathi/contract/video/calls'
import {
  type MeetingRatingStatus,
  SUMMARY_QUESTION,
  type VideoRoom,
  type MeetingHistoryItem,
} from '@saathi/contract/video/entities'
import {
  getChannelHistory,
  getMeetingRatingStatus,
  rateMeetingSummary,
  getRecordingSoFar,
  getSegment,
  sendPiece as sendPieceCall,
} from '@saathi/contract/video/recording-calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchText, send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { serverNow } from '#core/server-time.ts'

/** Never cached: its token expires within minutes. */
export const roomQuery = (id: string) =>
  queryOptions({
    queryKey: ['video', 'room', id],
    queryFn: ({ signal }) => send(getRoom, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Fetches new tokens for a socket or an engine whose token has expired. */
export const renewRoom = (id: string): Promise<VideoRoom> => send(getRoom, { params: { id } })

export const roomsQuery = queryOptions({
  queryKey: ['video', 'rooms'],
  queryFn: async ({ signal }) => (await send(listRooms, {}, { signal })).rooms,
})

/** `room`: the call that a note on the page is about, if there is one. */
export async function refetchCalls(client: QueryClient, channel?: number): Promise<void> {
  await Promise.all([
    cancelAndRefetch(client, roomsQuery.queryKey),
    cancelAndRefetch(client, ['video', 'status']),
    ...(channel === undefined ? [] : [cancelAndRefetch(client, cardsQuery(channel).queryKey)]),
  ])
}

/** Not cached: who can be called may have changed. `roundTripMs` says how fast the connection is. */
export const previewQuery = (channel: number) =>
  queryOptions({
    queryKey: ['video', 'preview', channel],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now()
      const preview = await send(previewCall, { params: { id: channel } }, { signal })
      return { preview, roundTripMs: performance.now() - startedAt }
    },
    staleTime: Infinity,
    gcTime: 0,
  })

/** Whether the call rings, and until when it waits. Live events refetch it. */
export const statusQuery = (room: string) =>
  queryOptions({
    queryKey: ['video', 'status', room],
    queryFn: ({ signal }) => send(getCallStatus, { params: { id: room } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const cardsQuery = (channel: number) =>
  queryOptions({
    queryKey: ['video', 'cards', channel],
    queryFn: async ({ signal }) => (await send(listCallCards, { params: { id: channel } }, { signal })).calls,
  })

export function useDeclineCall() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['video', 'decline'],
    mutationFn: ({ room, words }: { room: string; words?: string }) =>
      send(declineCall, { params: { id: room }, body: { ...(words !== undefined && { words }) } }),
    onSettled: () => refetchCalls(client),
  })
}

export function useRingAgain(room: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['video', 'ring'],
    mutationFn: () => send(ringAgain, { params: { id: room }, body: {} }),
    onSuccess: (status) => client.setQueryData(statusQuery(room).queryKey, status),
  })
}

export function useStartCall() {
  return useMutation({
    mutationKey: ['video', 'start'],
    mutationFn: (body: { channel: number; consent: boolean }) => send(startCall, { body }),
  })
}

type ConsentAnswer = { consent: boolean; forget?: boolean }

/** Before and during the call. */
export function useGiveConsent(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['video', 'consent'],
    mutationFn: (answer: ConsentAnswer) => send(giveConsent, { params: { id }, body: answer }),
    onSuccess: (_reply, { consent }) => client.setQueryData(roomQuery(id).queryKey, (room) => room && { ...room, consent }),
  })
}

export type CallEvent = { event: 'join' | 'leave'; participantId: string }

/** `isLast`: the page is being unloaded, so use keepalive. */
export async function sendCallEvent(room: string, { event, participantId }: CallEvent, isLast = false): Promise<void> {
  const body = { event, jitsiParticipantId: participantId, timestamp: new Date(serverNow()).toISOString() }
  await send(postCallEvent, { params: { id: room }, body }, { keepalive: isLast })
}

type Piece = { segmentId: string; pieceNumber: number; offset: number; isLast: boolean; bytes: Blob }
export type SendPiece = (room: string, piece: Piece) => Promise<CallReply<typeof sendPieceCall>>
export type FindSegment = (room: string, segmentId: string) => Promise<CallReply<typeof getSegment>>

export const sendPiece: SendPiece = (room, { segmentId, pieceNumber, offset, isLast, bytes }) => {
  const fields = { segmentId, pieceNumber, offset, isLast: isLast ? 'true' : 'false' } as const
  return send(sendPieceCall, { params: { id: room }, form: { fields, files: { piece: bytes } } })
}

export const findSegment: FindSegment = (room, segmentId) => send(getSegment, { params: { id: room, segmentId } })

/** For the download panel. */
export const findRecordingSoFar = (room: string) => send(getRecordingSoFar, { params: { id: room } })

/** File links expire after ten minutes: refresh them before that while the list is visible. */
const REFRESH_LINKS_MS = 8 * 60_000

export const historyQuery = (channel: number) =>
  queryOptions({
    queryKey: ['video', 'history', channel],
    queryFn: async ({ signal }) => (await send(getChannelHistory, { params: { id: channel } }, { signal })).history,
    refetchInterval: REFRESH_LINKS_MS,
  })

export const ratingStatusQuery = (userId: number) =>
  queryOptions({
    queryKey: ['video', 'rating', userId],
    queryFn: ({ signal }) => send(getMeetingRatingStatus, { query: { userId } }, { signal }),
    staleTime: 5 * 60_000,
  })

export async function refetchHistory(client: QueryClient, channel: number): Promise<void> {
  await Promise.all([cancelAndRefetch(client, historyQuery(channel).queryKey), cancelAndRefetch(client, ['video', 'rating'])])
}

/** A transcript or a summary, to be read in place. */
export const textQuery = (meetingRecordingId: number, kind: 'summary' | 'transcript', url: string) =>
  queryOptions({
    queryKey: ['video', 'text', meetingRecordingId, kind],
    queryFn: ({ signal }) => fetchText(url, signal),
    staleTime: Infinity,
  })

/** Null skips the rating. */
export type Rating = { meetingRecordingId: number; mark: number | null }

const nothingDue: MeetingRatingStatus = {
  meetingRatingStatus: false,
  meetingRecordingId: null,
  meetingDateTime: null,
  meetingRatingTitle: null,
}

export function useRateSummary(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['video', 'rate'],
    mutationFn: ({ meetingRecordingId, mark }: Rating) => {
      const meetingRating = mark === null ? {} : { [SUMMARY_QUESTION]: mark }
      return send(rateMeetingSummary, { body: { meetingRecordingId, userId, meetingRating } })
    },
    onSuccess: (_nothing, { meetingRecordingId, mark }) => {
      client.setQueryData(ratingStatusQuery(userId).queryKey, (status) =>
        status?.meetingRecordingId === meetingRecordingId ? nothingDue : status,
      )
      if (mark !== null)
        client.setQueriesData(
          { queryKey: ['video', 'history'] },
          (history: Parameters<typeof withRating>[0] | undefined) => history && withRating(history, meetingRecordingId, mark),
        )
    },
  })
}

const withRating = (history: MeetingHistoryItem[], meetingRecordingId: number, rating: number): MeetingHistoryItem[] =>
  history.map((item) => (item.meetingRecordingId === meetingRecordingId ? { ...item, rating } : item))

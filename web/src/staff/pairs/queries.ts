import { isCoordinator } from '@saathi/contract/accounts/roles'
import type { CallInput } from '@saathi/contract/core/call'
import { broadcast, setBlackout, setChannelMember } from '@saathi/contract/chat/staff-calls'
import type { PairStepKind, RequestAnswer } from '@saathi/contract/mentorship/course-entities'
import type { EndingReason } from '@saathi/contract/mentorship/farewell'
import {
  answerRequest,
  beginFarewell,
  cancelFarewell,
  endMentorship,
  startMentorship,
  takeOutMember,
  takePairStep,
  undoPairStep,
} from '@saathi/contract/mentorship/staff-calls'
import * as calls from '@saathi/contract/staff/pair-calls'
import { listTeam } from '@saathi/contract/accounts/team-calls'
import { addPairNote } from '@saathi/contract/worklist/note-calls'
import { listMeetings, retryMeeting } from '@saathi/contract/video/staff-calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'pairs']

export type PairSearch = NonNullable<CallInput<typeof calls.listPairs>['query']>

export const pairsQuery = (query: PairSearch) =>
  queryOptions({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => send(calls.listPairs, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Never refetched automatically and never cancelled, because every request is recorded. */
export const pairQuery = (id: number, reason: string) =>
  queryOptions({
    queryKey: [...key, 'pair', id],
    queryFn: () => send(calls.getPairFacts, { params: { id }, query: { reason } }),
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

export const recordingsQuery = (mentorship?: number) =>
  queryOptions({
    queryKey: [...key, 'recordings', mentorship ?? 'all'],
    queryFn: async ({ signal }) =>
      (await send(listMeetings, { query: mentorship === undefined ? {} : { mentorship } }, { signal })).meetings,
  })

/** Colleagues with the role of a coordinator, for a new pair. */
export const coordinatorsQuery = queryOptions({
  queryKey: [...key, 'coordinators'],
  queryFn: async ({ signal }) => {
    const { members } = await send(listTeam, {}, { signal })
    return members.filter(({ rights }) => rights.some(({ role }) => isCoordinator(role)))
  },
})

/** Runs an act on pairs, then loads the list, the pair and the counts in the menu again. */
function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone?: (reply: Reply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => {
      onDone?.(reply)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

export const useStartPair = (onDone: (reply: { id: number }) => void) =>
  useAct((body: CallInput<typeof startMentorship>['body']) => send(startMentorship, { body }), onDone)

export const useEndPair = (id: number, onDone: () => void) =>
  useAct((reason: string) => send(endMentorship, { params: { id }, body: { reason } }), onDone)

export const useTakeOut = (params: { id: number; userId: number }, onDone: () => void) =>
  useAct((reason: string) => send(takeOutMember, { params, body: { reason } }), onDone)

export const usePause = (id: number, onDone: () => void) =>
  useAct((body: { until: string | null; reason: string }) => send(setBlackout, { params: { id }, body }), onDone)

export const useSetChannelMember = (channelId: number, onDone: () => void) =>
  useAct(
    ({ personId, ...body }: { personId: number; isActive: boolean; reason: string }) =>
      send(setChannelMember, { params: { id: channelId, personId }, body }),
    onDone,
  )

export const useRetryRecording = (onDone: () => void) =>
  useAct((id: number) => send(retryMeeting, { params: { id }, body: {} }), onDone)

export const useBroadcast = (onDone: (reply: { channels: number }) => void) =>
  useAct((body: { projectId: number; message: string }) => send(broadcast, { body }), onDone)

export const useAnswerRequest = (params: { id: number; requestId: number }, onDone: () => void) =>
  useAct((body: { kind: RequestAnswer; words: string }) => send(answerRequest, { params, body }), onDone)

export const useTakeStep = (id: number, onDone: () => void) =>
  useAct((body: { kind: PairStepKind; words: string; reason: string }) => send(takePairStep, { params: { id }, body }), onDone)

export const useUndoStep = (params: { id: number; stepId: number }, onDone: () => void) =>
  useAct((reason: string) => send(undoPairStep, { params, body: { reason } }), onDone)

export const useBeginFarewell = (id: number, onDone: () => void) =>
  useAct((body: { why: EndingReason; note: string }) => send(beginFarewell, { params: { id }, body }), onDone)

export const useCancelFarewell = (id: number, onDone: () => void) =>
  useAct((reason: string) => send(cancelFarewell, { params: { id }, body: { reason } }), onDone)

export const useAddPairNote = (id: number, onDone: () => void) =>
  useAct((text: string) => send(addPairNote, { params: { id }, body: { text } }), onDone)

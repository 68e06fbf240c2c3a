import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/worklist/nudge-calls'
import type { NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** Below the key of the worklist, so that its live event refreshes these too. */
const key = ['staff', 'worklist', 'nudges']

export type NudgeSearch = NonNullable<CallInput<typeof calls.listNudges>['query']>

export const nudgesQuery = (query: NudgeSearch = {}) =>
  queryOptions({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => send(calls.listNudges, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const plansQuery = (programmeId: number) =>
  queryOptions({
    queryKey: [...key, 'plans', programmeId],
    queryFn: ({ signal }) => send(calls.listNudgePlans, { params: { programmeId } }, { signal }),
  })

type PlanRef = { programmeId: number; trigger: NudgeTrigger }
export type Timing = CallInput<typeof calls.previewNudgePlan>['query']

export const planPreviewQuery = (params: PlanRef, query: Timing) =>
  queryOptions({
    queryKey: [...key, 'preview', params, query],
    queryFn: ({ signal }) => send(calls.previewNudgePlan, { params, query }, { signal }),
    retry: false,
  })

function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: onDone,
    // Refetch after a refusal, too: a colleague was faster, or more people would be reached.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useSetPlan = (params: PlanRef, onDone: () => void) =>
  useAct((body: CallInput<typeof calls.setNudgePlan>['body']) => send(calls.setNudgePlan, { params, body }), onDone)

export const useTakeOut = (id: number, onDone: () => void) =>
  useAct((body: CallInput<typeof calls.takeOutNudge>['body']) => send(calls.takeOutNudge, { params: { id }, body }), onDone)

import * as calls from '@saathi/contract/chat/filter-calls'
import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'safety', 'filter']
const heldKey = ['staff', 'safety', 'held']

/** How often the held messages are refetched, because new ones arrive while the page is open. */
const EVERY_MS = 30_000

export const heldQuery = (page: number) =>
  queryOptions({
    queryKey: [...heldKey, page],
    queryFn: ({ signal }) => send(calls.listHeldMessages, { query: { page, size: 50 } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })

/** Not cached: texts are in memory only while they are on screen. */
export const useOpenHeld = (id: number) =>
  useMutation({
    mutationFn: (reason: string) => send(calls.openHeldMessage, { params: { id }, body: { reason } }),
    gcTime: 0,
  })

export type Decision = { isReleased: boolean; reason: string }

export function useDecideHeld(id: number, onDone: (decision: Decision) => void) {
  const client = useQueryClient()
  const refetch = () => {
    void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
    return client.invalidateQueries({ queryKey: heldKey })
  }
  return useMutation({
    mutationFn: ({ isReleased, reason }: Decision) =>
      send(isReleased ? calls.releaseHeldMessage : calls.rejectHeldMessage, { params: { id }, body: { reason } }),
    onSuccess: (_reply, decision) => {
      onDone(decision)
      return refetch()
    },
    // A colleague may have been faster.
    onError: refetch,
  })
}

export const filterQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...key, projectId],
    queryFn: ({ signal }) => send(calls.getFilter, { params: { projectId } }, { signal }),
  })

type FilterChange = Call & { reply: typeof calls.getFilter.reply }

/** Every reply is the whole filter of the programme and replaces what is shown. */
export function useFilterAct<C extends FilterChange>(projectId: number, call: C, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<C>): Promise<CallReply<typeof calls.getFilter>> => send(call, input),
    onSuccess: (after) => {
      client.setQueryData(filterQuery(projectId).queryKey, after)
      onDone?.()
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useReadSamples = (id: number, version: number) =>
  useMutation({
    mutationFn: (reason: string) => send(calls.readReplaySamples, { params: { id }, body: { version, reason } }),
    gcTime: 0,
  })

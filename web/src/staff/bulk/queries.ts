import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/staff/bulk-calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const key = ['staff', 'bulk']
const REFRESH_MS = 2_000

/** The act is not finished, so its state will still change. */
const isOpen = ({ state }: Pick<calls.BulkAct, 'state'>) => state === 'waiting' || state === 'running'

export const bulkActsQuery = (before: number | null) =>
  queryOptions({
    queryKey: [...key, 'list', before],
    queryFn: ({ signal }) => send(calls.listBulkActs, { query: before === null ? {} : { before } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.acts.some(isOpen) ? REFRESH_MS : false),
  })

export const bulkActQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'act', id],
    queryFn: ({ signal }) => send(calls.getBulkAct, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? REFRESH_MS : false),
  })

/** `count`: the current number of people. It is part of the key, so that a change of the number refetches the page. */
export const bulkPeopleQuery = (id: number, part: calls.BulkPart, after: number, count: number) =>
  queryOptions({
    queryKey: [...key, 'people', id, part, after, count],
    queryFn: ({ signal }) =>
      send(calls.listBulkPeople, { params: { id }, query: after === 0 ? { part } : { part, after } }, { signal }),
    placeholderData: keepPreviousData,
  })

export type NewBulkAct = CallInput<typeof calls.prepareBulkAct>['body']

export const usePrepareBulkAct = (onDone: (act: calls.BulkAct) => void) =>
  useMutation({ mutationFn: (body: NewBulkAct) => send(calls.prepareBulkAct, { body }), onSuccess: onDone })

function useChange(change: (id: number) => Promise<calls.BulkAct>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: key }) })
}

export const useStartBulkAct = () => useChange((id) => send(calls.startBulkAct, { params: { id }, body: {} }))

export const useStopBulkAct = () => useChange((id) => send(calls.stopBulkAct, { params: { id }, body: {} }))

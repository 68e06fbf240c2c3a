import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/matching/staff-calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'matching']
const PAGE_SIZE = 25
/** Members answer at any time, and no live event announces it to the team. */
const REFRESH_MS = 60_000

/** Tab and filters, as they are in the address. */
export type MatchingSearch = { [Name in 'tab' | 'programme' | 'page' | 'part' | 'free' | 'state']?: string }

type OfferQuery = NonNullable<CallInput<typeof calls.listStaffOffers>['query']>
type SeekerQuery = NonNullable<CallInput<typeof calls.listSeekers>['query']>

export const offersQuery = (query: OfferQuery) =>
  queryOptions({
    queryKey: [...key, 'offers', query],
    queryFn: ({ signal }) => send(calls.listStaffOffers, { query: { ...query, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const seekersQuery = (query: SeekerQuery) =>
  queryOptions({
    queryKey: [...key, 'seekers', query],
    queryFn: ({ signal }) => send(calls.listSeekers, { query: { ...query, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const groupsQuery = (query: { project?: string; page: number }) =>
  queryOptions({
    queryKey: [...key, 'groups', query],
    queryFn: ({ signal }) => send(calls.listGroups, { query: { ...query, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const apartQuery = (query: { project?: string; page: number }) =>
  queryOptions({
    queryKey: [...key, 'apart', query],
    queryFn: ({ signal }) => send(calls.listApart, { query: { ...query, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Runs an act, then loads everything about matching and the counts in the menu again. */
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

export const useRun = (onDone?: (run: calls.MatchRun) => void) =>
  useAct((body: { project: string; dryRun: boolean }) => send(calls.runMatching, { body }), onDone)

export const usePublish = (onDone: (reply: { published: number }) => void) =>
  useAct((offers: number[]) => send(calls.publishOffers, { body: { offers } }), onDone)

export const useMakeMatch = (onDone: () => void) =>
  useAct((body: CallInput<typeof calls.makeMatch>['body']) => send(calls.makeMatch, { body }), onDone)

export const useWithdraw = (id: number, onDone: () => void) =>
  useAct((reason: string) => send(calls.withdrawOffer, { params: { id }, body: { reason } }), onDone)

export const useKeepApart = (onDone: () => void) =>
  useAct((body: CallInput<typeof calls.keepApart>['body']) => send(calls.keepApart, { body }), onDone)

export const useAllowTogether = (onDone: () => void) =>
  useAct((body: CallInput<typeof calls.allowTogether>['body']) => send(calls.allowTogether, { body }), onDone)

export const useSetSeeker = (personId: number, onDone: () => void) =>
  useAct((body: CallInput<typeof calls.setSeeker>['body']) => send(calls.setSeeker, { params: { personId }, body }), onDone)

export const useSettleGroup = (id: number, onDone: () => void) =>
  useAct((what: 'start' | 'wait' | 'dissolve') => send(calls.settleGroup, { params: { id }, body: { what } }), onDone)

import {
  addPerson,
  changeAddress,
  inviteAgain,
  setDisabled,
  setFlags,
  setVerified,
  signOutEverywhere,
} from '@saathi/contract/accounts/staff-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { correctAnswer, getPersonAnswers } from '@saathi/contract/surveys/staff-calls'
import * as calls from '@saathi/contract/staff/people-calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const key = ['staff', 'people']

/** The filters as texts, as they are in the URL; they are validated before they are sent. */
export type Filters = { [Name in 'search' | 'role' | 'programme' | 'stage' | 'mail' | 'sort' | 'after' | 'page']?: string }

export type PeopleSearch = NonNullable<CallInput<typeof calls.listPeople>['query']>

export const peopleQuery = (query: PeopleSearch) =>
  queryOptions({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => send(calls.listPeople, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const viewsQuery = queryOptions({
  queryKey: [...key, 'views'],
  queryFn: async ({ signal }) => (await send(calls.listSavedViews, {}, { signal })).views,
})

/** Never refetched automatically and never cancelled, because every request is recorded. */
export const personQuery = (personId: number, reason: string) =>
  queryOptions({
    queryKey: [...key, 'person', personId],
    queryFn: () => send(calls.getPersonFacts, { params: { personId }, query: { reason } }),
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

/** Never refetched automatically and never cancelled, because every request is recorded. */
export const answersQuery = (personId: number, reason: string) =>
  queryOptions({
    queryKey: [...key, 'answers', personId],
    queryFn: () => send(getPersonAnswers, { params: { personId }, query: { reason } }),
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

/** Runs an act on people, then loads the list and the person again. */
function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone?: (reply: Reply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => {
      onDone?.(reply)
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

export const useAddPerson = (onDone: (reply: { personId: number }) => void) =>
  useAct((body: CallInput<typeof addPerson>['body']) => send(addPerson, { body }), onDone)

export const useSaveView = (onDone: () => void) =>
  useAct((body: { name: string; query: string }) => send(calls.saveView, { body }), onDone)

export const useDeleteView = () => useAct((id: number) => send(calls.deleteView, { params: { id } }))

export const useAddNote = (personId: number, onDone: () => void) =>
  useAct((text: string) => send(calls.addStaffNote, { params: { personId }, body: { text } }), onDone)

export const useSetDisabled = (personId: number, onDone: () => void) =>
  useAct((body: { isDisabled: boolean; reason: string }) => send(setDisabled, { params: { personId }, body }), onDone)

export const useChangeAddress = (personId: number, onDone: () => void) =>
  useAct((body: { email: string; reason: string }) => send(changeAddress, { params: { personId }, body }), onDone)

export const useConfirmAddress = (personId: number, onDone: () => void) =>
  useAct(() => send(setVerified, { params: { personId }, body: { isVerified: true } }), onDone)

export const useChangeRole = (personId: number, onDone: () => void) =>
  useAct((body: { role: 'Mentee' | 'Mentor'; reason: string }) => send(calls.changeRole, { params: { personId }, body }), onDone)

export const useSignOutPerson = (personId: number, onDone: () => void) =>
  useAct(() => send(signOutEverywhere, { params: { personId }, body: {} }), onDone)

export const useInviteAgain = (personId: number, onDone: () => void) =>
  useAct(() => send(inviteAgain, { params: { personId }, body: {} }), onDone)

export const useSetFlags = (personId: number, onDone: () => void) =>
  useAct((body: CallInput<typeof setFlags>['body']) => send(setFlags, { params: { personId }, body }), onDone)

export const useCorrectAnswer = (personId: number, onDone: () => void) =>
  useAct((body: CallInput<typeof correctAnswer>['body']) => send(correctAnswer, { params: { personId }, body }), onDone)

import { addPerson, setDisabled, setFlags, setMaintenance, setVerified } from '@saathi/contract/accounts/staff-calls'
import { broadcast, redactMessage, setBlackout, setChannelMember, setQuietHours } from '@saathi/contract/chat/staff-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { answerHelp, closeHelpCase, getHelpCase, listHelpCases } from '@saathi/contract/help/calls'
import { endMentorship, listStaffMentorships, startMentorship, takeOutMember } from '@saathi/contract/mentorship/staff-calls'
import { useMutation, useQueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { signInWith } from '#core/session.ts'
import { onMaintenance } from '#core/system-status.ts'
import { passSecondFactor, signInAs } from './dev-api.ts'
import { accountsQuery } from './queries.ts'

const staffAddress = 'staff@saathi.example'

export function useSignInAsStaff() {
  return useMutation({
    mutationKey: ['dev', 'enterAsStaff'],
    mutationFn: async () => {
      const token = await signInAs(staffAddress)
      await signInWith(token)
      await passSecondFactor(token.accessToken)
    },
  })
}

export function useSetMaintenance() {
  return useMutation({
    mutationFn: (underMaintenance: boolean) => send(setMaintenance, { body: { underMaintenance } }),
    onSuccess: ({ underMaintenance }) => onMaintenance(underMaintenance),
  })
}

export type Flags = CallInput<typeof setFlags>['body']

export function useSetFlags(personId: number) {
  return useMutation({ mutationFn: (flags: Flags) => send(setFlags, { params: { personId }, body: flags }) })
}

export function useSetDisabled(personId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isDisabled: boolean) =>
      send(setDisabled, { params: { personId }, body: { isDisabled, reason: 'Set on the development page' } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
}

export function useSetVerified(personId: number) {
  return useMutation({
    mutationFn: (isVerified: boolean) => send(setVerified, { params: { personId }, body: { isVerified } }),
  })
}

export type NewPerson = CallInput<typeof addPerson>['body']

export function useAddPerson() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (person: NewPerson) => send(addPerson, { body: person }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
}

export function useSetMember() {
  return useMutation({
    mutationFn: ({ channel, person, isActive }: { channel: number; person: number; isActive: boolean }) =>
      send(setChannelMember, { params: { id: channel, personId: person }, body: { isActive } }),
  })
}

export function useSetBlackout() {
  return useMutation({
    mutationFn: ({ channel, until }: { channel: number; until: string | null }) =>
      send(setBlackout, { params: { id: channel }, body: { until } }),
  })
}

export function useSetQuietHours() {
  return useMutation({
    mutationFn: ({ project, hours }: { project: number; hours: { begins: string; ends: string } | null }) =>
      send(setQuietHours, { params: { projectId: project }, body: { hours } }),
  })
}

export function useBroadcast() {
  return useMutation({
    mutationFn: ({ project, message }: { project: number; message: string }) =>
      send(broadcast, { body: { projectId: project, message } }),
  })
}

export function useRedactMessage() {
  return useMutation({ mutationFn: (id: number) => send(redactMessage, { params: { id }, body: {} }) })
}

const casesKey = ['dev', 'help']

export const helpCasesQuery = queryOptions({
  queryKey: [...casesKey, 'open'],
  queryFn: ({ signal }) => send(listHelpCases, { query: {} }, { signal }),
  staleTime: 0,
})

export const helpCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...casesKey, id],
    queryFn: ({ signal }) => send(getHelpCase, { params: { id }, query: {} }, { signal }),
    staleTime: 0,
  })

export function useAnswerHelp(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: { clientId: string; body: string }) => send(answerHelp, { params: { id }, body: message }),
    onSuccess: () => client.invalidateQueries({ queryKey: casesKey }),
  })
}

export function useCloseHelpCase(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => send(closeHelpCase, { params: { id }, body: { upTo } }),
    // Also refetch after a refusal: there is a message that was not shown yet.
    onSettled: () => client.invalidateQueries({ queryKey: casesKey }),
  })
}

const mentorshipsKey = ['dev', 'mentorships']

export const staffMentorshipsQuery = queryOptions({
  queryKey: mentorshipsKey,
  queryFn: ({ signal }) => send(listStaffMentorships, { query: {} }, { signal }),
  staleTime: 0,
})

type NewMentorship = CallInput<typeof startMentorship>['body']

export function useStartMentorship() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mentorship: NewMentorship) => send(startMentorship, { body: mentorship }),
    onSuccess: () => client.invalidateQueries({ queryKey: mentorshipsKey }),
  })
}

export function useEndMentorship(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(endMentorship, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mentorshipsKey }),
  })
}

export function useTakeOutMember(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => send(takeOutMember, { params: { id, userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mentorshipsKey }),
  })
}

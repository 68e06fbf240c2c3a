import type { CallInput } from '@saathi/contract/core/call'
import { endMentorship, listStaffMentorships, startMentorship, takeOutMember } from '@saathi/contract/mentorship/staff-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const mentorshipsKey = ['dev', 'mentorships']

export const staffMentorshipsQuery = queryOptions({
  queryKey: mentorshipsKey,
  queryFn: ({ signal }) => send(listStaffMentorships, { query: {} }, { signal }),
  staleTime: 0,
})

export type NewMentorship = CallInput<typeof startMentorship>['body']

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

import { approveReset, listResets } from '@saathi/contract/accounts/recovery-calls'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

export const teamQuery = queryOptions({
  queryKey: ['staff', 'team'],
  queryFn: ({ signal }) => send(listTeam, {}, { signal }),
})

export type NewRight = CallInput<typeof giveRight>['body']

export function useGiveRight(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRight) => send(giveRight, { body }),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
}

export function useInviteColleague(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof addPerson>['body']) => send(addPerson, { body }),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
}

export function useEndRight(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => send(endRight, { params: { id }, body: {} }),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
}

export const resetsQuery = queryOptions({
  queryKey: ['staff', 'resets'],
  queryFn: async ({ signal }) => (await send(listResets, {}, { signal })).resets,
  refetchInterval: 60_000,
})

export function useApproveReset(onDone: (reply: { isDone: boolean }) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) => send(approveReset, { params: { id }, body: { reason } }),
    onSuccess: (reply) => {
      onDone(reply)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: resetsQuery.queryKey })
    },
  })
}

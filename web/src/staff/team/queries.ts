import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

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

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { enterWith } from '#core/session.ts'
import {
  type Account,
  getAccounts,
  getClock,
  getMail,
  getMatchedProjects,
  lookForMatches,
  moveClock,
  signInAs,
} from './dev-api.ts'

// Under `texts`, which outlives a sign-out: nothing here is about the person who is signed in.
export const accountsQuery = queryOptions({ queryKey: ['texts', 'dev', 'accounts'], queryFn: getAccounts })
export const mailQuery = (to: string) =>
  queryOptions({ queryKey: ['texts', 'dev', 'mail', to], queryFn: () => getMail(to), staleTime: 0 })
export const clockQuery = queryOptions({ queryKey: ['texts', 'dev', 'clock'], queryFn: getClock, staleTime: 0 })

export const matchedProjectsQuery = queryOptions({ queryKey: ['texts', 'dev', 'matching'], queryFn: getMatchedProjects })

export const useLookForMatches = () => useMutation({ mutationFn: lookForMatches })

export function useSignInAs() {
  return useMutation({
    mutationFn: async ({ email }: Account) => {
      await enterWith(await signInAs(email))
      // A whole new page: nothing of whoever was here before stays in memory.
      location.assign('/')
    },
  })
}

export function useMoveClock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: moveClock,
    // Every date on every page may read differently now.
    onSuccess: (clock) => {
      client.setQueryData(clockQuery.queryKey, clock)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== clockQuery.queryKey })
    },
  })
}

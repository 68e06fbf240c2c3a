import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isStaffRole, Role } from '@saathi/contract/accounts/roles'
import { signInWith } from '#core/session.ts'
import {
  type Account,
  getAccounts,
  getClock,
  getMail,
  getMatchedProjects,
  runMatching,
  moveClock,
  passSecondFactor,
  runSafetyDrill,
  signInAs,
} from './dev-api.ts'

// Under the key `texts`, which stays cached after a sign-out: nothing here is personal.
export const accountsQuery = queryOptions({ queryKey: ['texts', 'dev', 'accounts'], queryFn: getAccounts })
export const mailQuery = (to: string) =>
  queryOptions({ queryKey: ['texts', 'dev', 'mail', to], queryFn: () => getMail(to), staleTime: 0 })
export const clockQuery = queryOptions({ queryKey: ['texts', 'dev', 'clock'], queryFn: getClock, staleTime: 0 })

export const matchedProjectsQuery = queryOptions({ queryKey: ['texts', 'dev', 'matching'], queryFn: getMatchedProjects })

/** Its clock moves while it plays, so every date on other pages is refetched afterwards. */
export function useSafetyDrill() {
  const client = useQueryClient()
  return useMutation({ mutationFn: runSafetyDrill, onSettled: () => client.invalidateQueries() })
}

export const useRunMatching = () => useMutation({ mutationFn: runMatching })

export function isStaff(name: string): boolean {
  const { data: role } = Role.safeParse(name)
  return role !== undefined && isStaffRole(role)
}

export function useSignInAs() {
  return useMutation({
    mutationFn: async ({ email, role }: Account) => {
      const token = await signInAs(email)
      if (isStaff(role)) await passSecondFactor(token.accessToken)
      await signInWith(token)
      // A full reload, so that nothing of the previous person stays in memory.
      location.assign('/')
    },
  })
}

export function useMoveClock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: moveClock,
    // Every date on every page may change now.
    onSuccess: (clock) => {
      client.setQueryData(clockQuery.queryKey, clock)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== clockQuery.queryKey })
    },
  })
}

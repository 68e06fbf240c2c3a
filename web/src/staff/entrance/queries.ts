import { giveSecondFactor, offerAuthenticator } from '@saathi/contract/accounts/staff-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { secondFactorQuery } from '../queries.ts'

export const useOfferAuthenticator = () => useMutation({ mutationFn: () => send(offerAuthenticator, { body: {} }) })

/** Opens the console: its layout shows the page once the second factor counts as given. */
export function useGiveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => send(giveSecondFactor, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

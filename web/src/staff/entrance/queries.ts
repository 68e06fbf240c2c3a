import { giveRecoveryCode, makeRecoveryCodes, requestReset } from '@saathi/contract/accounts/recovery-calls'
import { giveSecondFactor, offerAuthenticator } from '@saathi/contract/accounts/staff-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { createPersonStore } from '#core/session.ts'
import { secondFactorQuery } from '../queries.ts'

/** Recovery codes that the person has not saved yet. The console waits for that, because the codes are never shown again. */
export const unsavedCodes = createPersonStore<readonly string[]>([])

export const useOfferAuthenticator = () => useMutation({ mutationFn: () => send(offerAuthenticator, { body: {} }) })

/** Opens the console: its layout shows the page once the second factor was given. */
export function useGiveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => send(giveSecondFactor, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      unsavedCodes.set(recoveryCodes)
      return client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    },
  })
}

export function useGiveRecoveryCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => send(giveRecoveryCode, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

export function useMakeRecoveryCodes(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(makeRecoveryCodes, { body: {} }),
    onSuccess: ({ codes }) => {
      onDone()
      unsavedCodes.set(codes)
      return client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    },
  })
}

export const useRequestReset = () => useMutation({ mutationFn: () => send(requestReset, { body: {} }) })

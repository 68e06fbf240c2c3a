import { exportOwnData, leaveSaathi, stayWithSaathi, updateProfile } from '@saathi/contract/accounts/calls'
import { requestEmailChange, changePassword, confirmEmailChange } from '@saathi/contract/accounts/code-calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { confirmIdentity, endEverySignIn, endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import type { CallInput } from '@saathi/contract/core/call'
import type { TextKey } from '@saathi/contract/texts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { errorTextKey } from '#core/error-text.ts'
import { profileQuery } from '#core/profile.ts'
import { signOutAfter } from '#core/session.ts'
import type { ProfileForm } from './draft.ts'

export const signInsQuery = queryOptions({
  queryKey: ['accounts', 'signIns'],
  queryFn: async ({ signal }) => (await send(listSignIns, {}, { signal })).sessions,
})

export const looksQuery = infiniteQueryOptions({
  queryKey: ['accounts', 'looks'],
  queryFn: ({ signal, pageParam }) => send(listLooksAtMe, { query: pageParam > 0 ? { before: pageParam } : {} }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ looks, hasMore }) => (hasMore ? looks.at(-1)?.id : undefined),
})

export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['accounts', 'saveProfile'],
    mutationFn: (form: ProfileForm) => send(updateProfile, { form }),
    onMutate: () => client.cancelQueries({ queryKey: profileQuery.queryKey }),
    onSuccess: (profile) => client.setQueryData(profileQuery.queryKey, profile),
  })
}

export function useEndSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string) => {
      try {
        await send(endSignIn, { params: { sessionId } })
      } catch (error) {
        // Already ended, which is the desired result.
        if (!(error instanceof ApiError) || error.code !== 'accounts.session_not_found') throw error
      }
    },
    onSuccess: (_nothing, sessionId) =>
      client.setQueryData(signInsQuery.queryKey, (sessions) => sessions?.filter(({ id }) => id !== sessionId)),
  })
}

export const useSignOutEverywhere = () => useMutation({ mutationFn: () => signOutAfter(() => send(endEverySignIn, {})) })

export const useExport = () => useMutation({ mutationFn: () => send(exportOwnData, { body: {} }) })

export function useLeave() {
  const setLeavesAt = useSetLeavesAt()
  return useMutation({
    mutationFn: () => send(leaveSaathi, { body: {} }),
    onSuccess: ({ leavesAt }) => setLeavesAt(leavesAt),
  })
}

export function useStay() {
  const setLeavesAt = useSetLeavesAt()
  return useMutation({ mutationFn: () => send(stayWithSaathi, { body: {} }), onSuccess: () => setLeavesAt(null) })
}

function useSetLeavesAt() {
  const client = useQueryClient()
  return (leavesAt: string | null) =>
    client.setQueryData(profileQuery.queryKey, (profile: Profile | undefined) => profile && { ...profile, leavesAt })
}

export type IdentityProof = CallInput<typeof confirmIdentity>['body']

export const useConfirmIdentity = () => useMutation({ mutationFn: (body: IdentityProof) => send(confirmIdentity, { body }) })

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof changePassword>['body']) => send(changePassword, { body }),
    // The other devices are signed out.
    onSuccess: () => client.invalidateQueries({ queryKey: signInsQuery.queryKey }),
  })
}

export const useRequestEmailChange = () =>
  useMutation({ mutationFn: (body: CallInput<typeof requestEmailChange>['body']) => send(requestEmailChange, { body }) })

export function useConfirmEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof confirmEmailChange>['body']) => send(confirmEmailChange, { body }),
    onSuccess: ({ email }) =>
      client.setQueryData(profileQuery.queryKey, (profile: Profile | undefined) => profile && { ...profile, email }),
  })
}

/** The server requires a re-authentication first. */
export const mustConfirm = (error: Error | null): boolean => error instanceof ApiError && error.code === 'accounts.confirm_first'

const byCode: Readonly<Record<string, TextKey>> = {
  'accounts.wrong_password': 'profile.confirm.wrong',
  'accounts.blocked_for_an_hour': 'profile.confirm.blocked',
  'accounts.google_token_refused': 'profile.confirm.otherGoogle',
}

export const confirmErrorText = (error: Error): TextKey =>
  (error instanceof ApiError && byCode[error.code]) || errorTextKey(error)

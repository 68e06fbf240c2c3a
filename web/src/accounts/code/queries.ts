import {
  accountExists,
  CODE_LENGTH,
  confirmOtp,
  resetPassword,
  sendOtp,
  sendVerification,
  verifyEmail,
  verifyOtp,
} from '@saathi/contract/accounts/code-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import type { Purpose } from './progress.ts'

export type CodeRequested = CallReply<typeof sendOtp>
type CodeProof = { email: string; otp: string }

const requestCode: Record<Purpose, (email: string) => Promise<CodeRequested>> = {
  signUp: (email) => send(sendOtp, { body: { email, numOtp: CODE_LENGTH } }),
  reset: (email) => send(resetPassword, { body: { email } }),
}

export const useSendCode = (purpose: Purpose) =>
  useMutation({ mutationKey: ['accounts', 'sendCode', purpose], mutationFn: requestCode[purpose] })

/** `unsure`: the check itself failed. */
export type Account = { kind: 'none' | 'normal' | 'google' } | { kind: 'unsure'; error: Error }

async function findAccount(email: string): Promise<Account> {
  try {
    const [byGoogle, byPassword] = await Promise.all(
      (['google', 'normal'] as const).map((provider) => send(accountExists, { body: { email, provider } })),
    )
    if (byGoogle?.userExist) return { kind: 'google' }
    return { kind: byPassword?.userExist ? 'normal' : 'none' }
  } catch (error) {
    return { kind: 'unsure', error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** A code is requested only if the account has a password to reset. */
export const useStartReset = () =>
  useMutation({
    mutationKey: ['accounts', 'beginReset'],
    mutationFn: async (email: string): Promise<{ account: Account; sent: CodeRequested | null }> => {
      const account = await findAccount(email)
      return { account, sent: account.kind === 'normal' ? await requestCode.reset(email) : null }
    },
  })

export const useCheckCode = (purpose: Purpose) =>
  useMutation({
    mutationKey: ['accounts', 'checkCode', purpose],
    mutationFn: (proof: CodeProof) => send(purpose === 'signUp' ? verifyOtp : confirmOtp, { body: proof }),
  })

export const useSendVerification = () =>
  useMutation({
    mutationKey: ['accounts', 'sendVerification'],
    mutationFn: (email: string) => send(sendVerification, { body: { email } }),
  })

/** A link works once, so never refetch automatically. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verifyEmail', token],
    queryFn: () => send(verifyEmail, { body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

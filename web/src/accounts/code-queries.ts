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
import type { Purpose } from './code-journey.ts'

export type Asked = CallReply<typeof sendOtp>
type CodeProof = { email: string; otp: string }

const askFor: Record<Purpose, (email: string) => Promise<Asked>> = {
  signUp: (email) => send(sendOtp, { body: { email, numOtp: CODE_LENGTH } }),
  reset: (email) => send(resetPassword, { body: { email } }),
}

export const useSendCode = (purpose: Purpose) =>
  useMutation({ mutationKey: ['accounts', 'sendCode', purpose], mutationFn: askFor[purpose] })

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

/** A code is asked for only where there is a password to be chosen anew. */
export const useBeginReset = () =>
  useMutation({
    mutationKey: ['accounts', 'beginReset'],
    mutationFn: async (email: string): Promise<{ account: Account; asked: Asked | null }> => {
      const account = await findAccount(email)
      return { account, asked: account.kind === 'normal' ? await askFor.reset(email) : null }
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

/** A link serves once, so it is never asked about twice by itself. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verifyEmail', token],
    queryFn: () => send(verifyEmail, { body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

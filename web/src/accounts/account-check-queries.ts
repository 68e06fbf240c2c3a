import { accountExists } from '@saathi/contract/accounts/code-calls'
import { send } from '#core/api.ts'

/** Keep this short: the sign-in itself gives the same answer. */
const timeoutMs = 4_000

export async function isGoogleAccount(email: string): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  return (await send(accountExists, { body: { email, provider: 'google' } }, { signal })).userExist
}

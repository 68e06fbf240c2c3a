import { accountExists } from '@saathi/contract/accounts/code-calls'
import { send } from '#core/api.ts'

/** Longer than this nobody waits for a question whose answer the sign-in itself would give too. */
const patienceMs = 4_000

export async function isGoogleAccount(email: string): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs)
  return (await send(accountExists, { body: { email, provider: 'google' } }, { signal })).userExist
}

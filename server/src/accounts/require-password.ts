import { isCommonPassword } from '@saathi/contract/accounts/common-password'
import { brokenRules } from '@saathi/contract/accounts/password'
import { badInput } from '#core/errors.ts'
import type { Say } from './answer-language.ts'

/** `own`: what one's acquaintances know, such as one's name and address. */
export async function requireGoodPassword(password: string, own: readonly string[], say: Say): Promise<void> {
  if (brokenRules(password).length > 0) {
    const text = await say('answers.weakPassword')
    throw badInput('accounts.weak_password', text, { nonFieldErrors: [text] })
  }
  if (isCommonPassword(password, own)) {
    const text = await say('answers.commonPassword')
    throw badInput('accounts.common_password', text, { nonFieldErrors: [text] })
  }
}

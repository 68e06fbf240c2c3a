import { isCommonPassword } from '@saathi/contract/accounts/common-password'
import { brokenRules } from '@saathi/contract/accounts/password'
import { badInput } from '#core/errors.ts'
import type { Translate } from './reply-language.ts'

/** `own`: words that others can guess, such as the person's name and address. */
export async function requireGoodPassword(password: string, own: readonly string[], translate: Translate): Promise<void> {
  if (brokenRules(password).length > 0) {
    const text = await translate('answers.weakPassword')
    throw badInput('accounts.weak_password', text, { nonFieldErrors: [text] })
  }
  if (isCommonPassword(password, own)) {
    const text = await translate('answers.commonPassword')
    throw badInput('accounts.common_password', text, { nonFieldErrors: [text] })
  }
}

import { isCommonPassword } from '@saathi/contract/accounts/common-password'
import { brokenRules } from '@saathi/contract/accounts/password'
import { refuseForm } from './refuse-form.ts'

/** `own`: words that others can guess, such as the person's name and address. */
export function requireGoodPassword(password: string, own: readonly string[]): void {
  if (brokenRules(password).length > 0) throw refuseForm(400, 'accounts.weak_password')
  if (isCommonPassword(password, own)) throw refuseForm(400, 'accounts.common_password')
}

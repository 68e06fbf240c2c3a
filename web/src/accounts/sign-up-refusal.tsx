import type { TextKey } from '@saathi/contract/texts'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { FailureNote } from './failure-note.tsx'
import css from './way-in-frame.module.css'

type WayOut = { to: string; step?: string; text: TextKey }
const newCode: WayOut = { to: '/emailverify', text: 'newPassword.newCode' }
const otherPassword: WayOut = { to: '/emailverify', step: 'password', text: 'signUp.otherPassword' }
const signIn: WayOut = { to: '/signin', text: 'wayIn.signIn' }

/** Where to go when the fault lies in an earlier step; what was typed here waits meanwhile. */
const waysOut: Readonly<Record<string, WayOut>> = {
  'accounts.wrong_code': newCode,
  'accounts.code_over': newCode,
  'accounts.too_many_tries': newCode,
  'accounts.weak_password': otherPassword,
  'accounts.common_password': otherPassword,
  'accounts.already_signed_up': signIn,
  'accounts.google_token_refused': signIn,
}

export function SignUpRefusal({ error }: { error: Error }) {
  const t = useText()
  if (!(error instanceof ApiError)) return <FailureNote text={t('signUp.failed')} />
  const faults = [...(error.nonFieldErrors ?? []), ...Object.values(error.errors ?? {}).flat()]
  const way = waysOut[error.code]
  if (faults.length === 0) return <FailureNote text={t('signUp.failed')}>{t(errorTextKey(error))}</FailureNote>
  return <FailureNote text={faults.join('\n')}>{way && <WayOutLink {...way} />}</FailureNote>
}

/** The names that were typed make the password easy to guess. */
export function OtherPassword() {
  const t = useText()
  return (
    <FailureNote text={t('signUp.passwordIsName')}>
      <WayOutLink {...otherPassword} />
    </FailureNote>
  )
}

function WayOutLink({ to, step, text }: WayOut) {
  const t = useText()
  return (
    <Link to={to} search={step ? { step } : {}} className={css.link}>
      {t(text)}
    </Link>
  )
}

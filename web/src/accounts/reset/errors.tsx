import { Link } from '@tanstack/react-router'
import { ApiError, isUnreachable } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import type { Account, CodeRequested } from '../code/queries.ts'
import { serverMessage } from '../code/errors.ts'
import { CodeRefused, SendCodeError } from '../code/send-error.tsx'
import { FailureNote } from '../failure-note.tsx'
import css from '../auth-frame.module.css'

type StartResetErrorProps = {
  email: string
  error: Error | null
  answer: { account: Account; sent: CodeRequested | null } | undefined
}

export function StartResetError({ email, error, answer }: StartResetErrorProps) {
  const t = useText()
  if (answer?.account.kind === 'google') {
    return (
      <FailureNote text={t('signIn.useGoogle')}>
        <Link to="/signin" className={css.link}>
          {t('wayIn.backToSignIn')}
        </Link>
      </FailureNote>
    )
  }
  if (answer?.account.kind === 'none') return <FailureNote text={t('reset.noAccount')} />
  if (answer?.account.kind === 'unsure') {
    return <FailureNote text={t('reset.noAccount')}>{t(errorTextKey(answer.account.error))}</FailureNote>
  }
  return <SendCodeError purpose="reset" email={email} error={error} sent={answer?.sent} />
}

const codeIsOver = new Set(['accounts.wrong_code', 'accounts.code_over', 'accounts.too_many_tries'])
const passwordIsRefused = new Set(['accounts.weak_password', 'accounts.common_password', 'accounts.passwords_differ'])

/** Shown in place as a status: inputs keep their values and the button works again. */
export function ChoosePasswordError({ error, onNewCode }: { error: Error; onNewCode: () => void }) {
  const t = useText()
  const code = error instanceof ApiError ? error.code : ''
  if (codeIsOver.has(code)) return <CodeRefused text={serverMessage(error) || t('reset.failed')} onNewCode={onNewCode} />
  const own = passwordIsRefused.has(code) ? serverMessage(error) : ''
  return <FailureNote text={own || t('reset.failed')} error={isUnreachable(error) ? error : undefined} live="status" />
}

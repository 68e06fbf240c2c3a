import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import css from '../auth-frame.module.css'
import { FailureNote } from '../failure-note.tsx'
import { resetRequestErrorText, isAlreadySignedUp, joinErrors, secondsUntilNext } from './errors.ts'
import type { Purpose } from './progress.ts'
import type { CodeRequested } from './queries.ts'

type SendCodeErrorProps = { purpose: Purpose; email: string; error: Error | null; sent: CodeRequested | null | undefined }

/** Why no code was sent. A code that was already sent is not an error. */
export function SendCodeError({ purpose, email, error, sent }: SendCodeErrorProps) {
  const t = useText()
  if (error && secondsUntilNext(error) !== null) return null
  const faults = joinErrors(sent?.errors ?? [])
  if (!error && faults === '') return null
  if (purpose === 'reset') return <FailureNote text={error ? resetRequestErrorText(error, t) : faults} />
  if (!error || !isAlreadySignedUp(error)) return <FailureNote text={t('sendOtp.failed')} />
  return (
    <FailureNote text={t('sendOtp.signedUp')}>
      <span className={css.choices}>
        <Link to="/signin" className={css.link}>
          {t('wayIn.signIn')}
        </Link>
        <Link to="/resetpassword" search={{ email }} className={css.link}>
          {t('sendOtp.resetPassword')}
        </Link>
      </span>
    </FailureNote>
  )
}

/** At the last step, people with an expired code need a link to a new one. */
export function CodeRefused({ text, onNewCode }: { text: string; onNewCode: () => void }) {
  const t = useText()
  return (
    <FailureNote text={text} live="status">
      <button type="button" className={css.textButton} onClick={onNewCode}>
        {t('newPassword.newCode')}
      </button>
    </FailureNote>
  )
}

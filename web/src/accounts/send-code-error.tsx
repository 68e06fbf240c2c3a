import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import type { Purpose } from './code-journey.ts'
import type { Asked } from './code-queries.ts'
import { askResetWords, isSignedUp, joinFaults, secondsUntilNext } from './code-words.ts'
import { FailureNote } from './failure-note.tsx'
import css from './way-in-frame.module.css'

type SendTroubleProps = { purpose: Purpose; email: string; error: Error | null; asked: Asked | null | undefined }

/** Why no code was sent. A code that is on its way already is no trouble. */
export function SendTrouble({ purpose, email, error, asked }: SendTroubleProps) {
  const t = useText()
  if (error && secondsUntilNext(error) !== null) return null
  const faults = joinFaults(asked?.errors ?? [])
  if (!error && faults === '') return null
  if (purpose === 'reset') return <FailureNote text={error ? askResetWords(error, t) : faults} />
  if (!error || !isSignedUp(error)) return <FailureNote text={t('sendOtp.failed')} />
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

import { RESEND_SECONDS } from '@saathi/contract/accounts/code-calls'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { clockText, CountdownRing, useSecondsUntil } from '#core/ui/countdown.tsx'
import css from './resend-row.module.css'
import { WithValue } from './with-value.tsx'

type ResendRowProps = { resendAt: number; isSending: boolean; hasResent: boolean; onResend: () => void }

/** Counts down until another code can be requested; the wait is also given as text. */
export function ResendRow({ resendAt, isSending, hasResent, onResend }: ResendRowProps) {
  const t = useText()
  const seconds = useSecondsUntil(resendAt)
  const waitId = useId()
  const isWaiting = seconds > 0
  return (
    <div className={css.row}>
      {isWaiting && <CountdownRing seconds={seconds} of={RESEND_SECONDS} />}
      <div className={css.words}>
        <p role="timer" aria-live="off" id={waitId} hidden={!isWaiting}>
          <WithValue text={(mark) => t('code.newIn', { time: mark })}>{clockText(seconds)}</WithValue>
        </p>
        <p role="status">{hasResent ? isWaiting && t('code.resent') : !isWaiting && t('code.ready')}</p>
      </div>
      <Button
        kind="quiet"
        size="sm"
        disabled={isWaiting}
        reasonId={waitId}
        busy={isSending}
        busyLabel={t('code.resending')}
        onClick={onResend}
      >
        {t('code.resend')}
      </Button>
    </div>
  )
}

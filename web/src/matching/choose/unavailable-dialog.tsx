import type { ConfirmStatus } from '@saathi/contract/matching/calls'
import { SECOND_MS } from '@saathi/contract/core/time'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { useUnavailable } from '../queries.ts'
import css from './unavailable-dialog.module.css'

export const RELOAD_AFTER_MS = 5_000

type UnavailableDialogProps = { status: ConfirmStatus | undefined; onReload: () => void }

const reloadPage = () => location.reload()

/** Rendered outside the screens: a live event may remove the cards before the dialog has been read. */
export function UnavailableNotice({ onReload = reloadPage }: { onReload?: () => void }) {
  return <UnavailableDialog status={useUnavailable()} onReload={onReload} />
}

/** The page is outdated, so the only action is to reload it. */
function UnavailableDialog({ status, onReload }: UnavailableDialogProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const isMentee = status === 'MENTEE_UNAVAILABLE'
  return (
    <Dialog
      open={status !== undefined}
      blocking
      onClose={onReload}
      title={<span className={css.title}>{t(isMentee ? 'matching.unavailable.mentee' : 'matching.unavailable.mentor')}</span>}
      text={t(isMentee ? 'matching.unavailable.mentee.text' : 'matching.unavailable.mentor.text')}
      initialFocus={button}
      actions={
        <Button ref={button} kind="primary" onClick={onReload}>
          {t('matching.unavailable.refresh')}
        </Button>
      }
    >
      <Countdown onOver={onReload} />
    </Dialog>
  )
}

function Countdown({ onOver }: { onOver: () => void }) {
  const t = useText()
  const [seconds, setSeconds] = useState(RELOAD_AFTER_MS / SECOND_MS)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const counting = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), SECOND_MS)
    const ending = setTimeout(() => over(), RELOAD_AFTER_MS)
    return () => {
      clearInterval(counting)
      clearTimeout(ending)
    }
  }, [])
  return (
    <p className={css.countdown} role="timer" aria-live="polite" aria-atomic="true">
      {seconds > 0 ? t('matching.unavailable.countdown', { count: seconds }) : t('matching.unavailable.refreshing')}
    </p>
  )
}

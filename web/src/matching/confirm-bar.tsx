import type { ConfirmButton } from '@saathi/contract/matching/choices'
import { useText } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './confirm-bar.module.css'
import type { Confirming } from './use-confirming.ts'

type ConfirmBarProps = { button: ConfirmButton; confirming: Confirming }

/** Always visible: shows what is left to decide, then sends all choices at once. */
export function ConfirmBar({ button: { isEnabled, decided, toDecide }, confirming }: ConfirmBarProps) {
  const t = useText()
  const { isLocked, isPending, refusal, confirm } = confirming
  return (
    <section className={css.bar} aria-label={t('matching.confirm')}>
      <div className={css.inside}>
        <p className={css.refusal} role="alert">
          {refusal && (
            <>
              <Icon of={alert} size={18} />
              <span>{t(refusal)}</span>
            </>
          )}
        </p>
        {/* Announced by the status next to the cards. */}
        <p className={css.count} aria-hidden="true">
          <b>{t('matching.confirm.decided', { decided, toDecide })}</b> {t('matching.confirm.decided.word')}
        </p>
        <Button
          kind="primary"
          size="lg"
          className={css.button}
          busy={isPending}
          busyLabel={t('matching.confirm.sending')}
          disabled={!isEnabled || isLocked}
          onClick={confirm}
        >
          {t(isEnabled ? 'matching.confirm.ready' : 'matching.confirm.notReady')}
        </Button>
      </div>
    </section>
  )
}

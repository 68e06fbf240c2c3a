import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import type { Consent } from '../use-consent.ts'

type ForgetPanelProps = { consent: Consent; onDone: (text: string | null) => void }

/** Shown after consent is withdrawn: offers to delete what was recorded before. */
export function ForgetPanel({ consent, onDone }: ForgetPanelProps) {
  const t = useText()

  async function handleDelete() {
    const isDone = await consent.give(false, true)
    onDone(t(isDone ? 'call.forget.done' : 'call.consent.failed'))
  }

  return (
    <>
      <p>{t('call.forget.text')}</p>
      <Button kind="danger" busy={consent.isPending} onClick={() => void handleDelete()}>
        {t('call.forget.delete')}
      </Button>
      <Button kind="line" onClick={() => onDone(null)}>
        {t('call.forget.keep')}
      </Button>
    </>
  )
}

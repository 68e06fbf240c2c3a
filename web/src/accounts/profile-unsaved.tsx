import { useBlocker } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'

/** Whoever is led to the sign-in page is no longer signed in, or shut out for a while: there is no staying then. */
const SIGN_IN = '/signin'

/** Asks before the page is left; when the whole tab is closed the browser asks in its own words. */
export function ProfileUnsaved({ hasChanges }: { hasChanges: boolean }) {
  const t = useText()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && next.pathname !== current.pathname && next.pathname !== SIGN_IN,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('profile.unsaved.title')}
      text={t('profile.unsaved.text')}
      actions={
        <>
          <Button kind="line" onClick={() => proceed?.()}>
            {t('profile.unsaved.leave')}
          </Button>
          <Button kind="primary" onClick={() => reset?.()}>
            {t('profile.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}

import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'

/** For browsers without an install prompt. */
export function InstallHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('shell.install')}
      text={t('shell.install.byHand')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('shell.install.close')}
        </Button>
      }
    />
  )
}

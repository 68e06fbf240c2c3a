import { type ComponentType, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { clock } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/toast-store.ts'
import css from './history-button.module.css'
import type { HistoryDialogProps } from './history-dialog.tsx'
import { history } from './screens.ts'

/** One dialog for the screen, because its two buttons depend on the width. Its script is loaded on first use. */
export function useHistoryDialog() {
  const t = useText()
  const [Dialog, setDialog] = useState<ComponentType<HistoryDialogProps> | null>(null)
  const [isOpen, setOpen] = useState(false)

  async function handleOpen() {
    setOpen(true)
    if (Dialog) return
    try {
      const { HistoryDialog } = await history()
      setDialog(() => HistoryDialog)
    } catch {
      setOpen(false)
      showToast({ text: t('matching.history.lost'), tone: 'bad' })
    }
  }

  return { open: () => void handleOpen(), dialog: Dialog && <Dialog isOpen={isOpen} onClose={() => setOpen(false)} /> }
}

export function HistoryButton({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  return (
    <div>
      <Button kind="quiet" className={css.button} aria-haspopup="dialog" onClick={onOpen}>
        <Icon of={clock} size={18} />
        {t('matching.history.open')}
      </Button>
    </div>
  )
}

import { useText } from '#core/i18n/texts.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import css from './post-text.module.css'

type PostDialogProps = { isOpen: boolean; title: string; text: string; onClose: () => void }

export function PostDialog({ isOpen, title, text, onClose }: PostDialogProps) {
  const t = useText()
  return (
    <Dialog sheet size="md" open={isOpen} onClose={onClose} title={title} closeLabel={t('feed.closePost')}>
      <p className={css.whole}>{text}</p>
    </Dialog>
  )
}

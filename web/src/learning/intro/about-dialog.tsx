import { useText } from '#core/i18n/texts.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'

type AboutDialogProps = { isOpen: boolean; overview: string; title: string; onClose: () => void }

export function AboutDialog({ isOpen, overview, title, onClose }: AboutDialogProps) {
  const t = useText()
  return (
    <Dialog sheet size="md" open={isOpen} onClose={onClose} title={title} closeLabel={t('learning.intro.closeAbout')}>
      <RichText level={3} text={overview} linkHint={t('learning.session.newTab')} />
    </Dialog>
  )
}

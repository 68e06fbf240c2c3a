import type { Attachment } from '@saathi/contract/chat/socket'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download } from '#core/ui/icons.ts'
import css from './picture-preview.module.css'
import type { LinkTime } from './link-time.ts'
import { useDownload } from './view.tsx'

/** The full picture in a full-screen dialog. */
export function PicturePreview({ attachment, onClose, ...time }: LinkTime & { attachment: Attachment; onClose: () => void }) {
  const t = useText()
  const { name, presigned_url, width, height } = attachment
  const link = useDownload(presigned_url, time)
  const handleError = () => time.hasExpired() && time.onExpired()
  return (
    <Dialog
      open
      size="lg"
      fullOnPhone
      title={name}
      closeLabel={t('chat.picture.close')}
      onClose={onClose}
      actions={
        <ButtonLink kind="soft" {...link} download={name}>
          <Icon of={download} /> {t('chat.picture.download')}
        </ButtonLink>
      }
    >
      <img
        className={css.picture}
        src={presigned_url}
        alt={name}
        onError={handleError}
        {...(width && height ? { width, height } : {})}
      />
    </Dialog>
  )
}

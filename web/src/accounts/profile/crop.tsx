import { PICTURE_MAX_BYTES } from '@saathi/contract/accounts/calls'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { firstCrop } from '#core/ui/picture/crop.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { PictureCropper } from '#core/ui/picture/cropper.tsx'
import { cutPicture } from '#core/ui/picture/file.ts'

type Props = {
  picture: ImageBitmap
  onCut: (picture: File) => void
  /** Called after the closing animation, so that the picture stays visible during it. */
  onClose: () => void
}

export function ProfileCrop({ picture, onCut, onClose }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(true)
  const [crop, setCrop] = useState(() => firstCrop(picture))
  const [isCutting, setCutting] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)

  async function handleUse() {
    setCutting(true)
    try {
      onCut(await cutPicture(picture, crop, PICTURE_MAX_BYTES))
      setOpen(false)
    } catch {
      setTooLarge(true)
    } finally {
      setCutting(false)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      sheet
      title={t('profile.crop.title')}
      actions={
        <>
          <Button kind="line" onClick={() => setOpen(false)}>
            {t('profile.confirm.no')}
          </Button>
          <Button kind="primary" busy={isCutting} busyLabel={t('profile.crop.working')} onClick={() => void handleUse()}>
            {t('profile.crop.use')}
          </Button>
        </>
      }
    >
      <PictureCropper
        picture={picture}
        crop={crop}
        onCrop={setCrop}
        label={t('profile.crop.area')}
        help={t('profile.crop.help')}
        zoomLabel={t('profile.crop.zoom')}
        moveLabels={{
          left: t('profile.crop.left'),
          right: t('profile.crop.right'),
          up: t('profile.crop.up'),
          down: t('profile.crop.down'),
        }}
        previewLabel={t('profile.crop.preview')}
      />
      {isTooLarge && (
        <Note tone="bad" live="alert">
          {t('imageMaxSize2MB')}
        </Note>
      )}
    </Dialog>
  )
}

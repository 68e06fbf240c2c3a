import type { Profile } from '@saathi/contract/accounts/entities'
import type { TextKey } from '@saathi/contract/texts'
import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { image, trash } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { PictureFault, readPicture } from '#core/ui/picture/file.ts'
import { isPictureRemoved, type ProfileDraft } from './draft.ts'
import css from './picture.module.css'

/** Loaded when a picture is chosen, before the dialog opens, so that a failure shows at the picture. */
const loadCrop = () => import('./crop.tsx')
const ProfileCrop = lazy(async () => ({ default: (await loadCrop()).ProfileCrop }))

type Props = {
  hasPicture: boolean
  profile: Profile
  draft: ProfileDraft
  /** The server's objection to the picture. */
  fault: TextKey | null
  onEdit: (part: ProfileDraft) => void
}

const faultTexts = { notAPicture: 'invalidImageFile', tooLarge: 'imageMaxSize2MB' } as const

export function ProfilePicture({ hasPicture, profile, draft, fault, onEdit }: Props) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [isOpening, setOpening] = useState(false)
  const [opened, setOpened] = useState<ImageBitmap | null>(null)
  const [openFault, setOpenFault] = useState<TextKey | null>(null)
  const shownFault = openFault ?? fault

  async function handleChoose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset the input, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (!file) return
    setOpenFault(null)
    setOpening(true)
    try {
      const [picture] = await Promise.all([readPicture(file), loadCrop()])
      setOpened(picture)
    } catch (error) {
      setOpenFault(error instanceof PictureFault ? faultTexts[error.kind] : 'profile.picture.busy')
    } finally {
      setOpening(false)
    }
  }

  function handleRemove() {
    setOpenFault(null)
    onEdit({ picture: null })
    chooseButton.current?.focus()
  }

  function handleClose() {
    opened?.close()
    setOpened(null)
  }

  return (
    <div className={css.picture} role="group" aria-label={t('profile.picture')}>
      <input ref={input} type="file" accept="image/jpeg,image/png" hidden onChange={(event) => void handleChoose(event)} />
      <div className={css.buttons}>
        <Button
          ref={chooseButton}
          className={css.light}
          busy={isOpening}
          busyLabel={t('profile.picture.opening')}
          onClick={() => input.current?.click()}
        >
          <Icon of={image} /> {t(hasPicture ? 'profile.picture.change' : 'profile.picture.add')}
        </Button>
        {hasPicture && (
          <Button className={css.glass} aria-label={t('profile.picture.remove')} onClick={handleRemove}>
            <Icon of={trash} /> {t('profile.picture.removeShort')}
          </Button>
        )}
      </div>
      <p className={css.status} role="status">
        {draft.picture && t('profile.picture.new')}
        {isPictureRemoved(profile, draft) && t('profile.picture.removed')}
      </p>
      {shownFault && (
        <Note tone="bad" live="alert">
          {t(shownFault)}
        </Note>
      )}
      {opened && (
        <Suspense fallback={null}>
          <ProfileCrop picture={opened} onClose={handleClose} onCut={(picture) => onEdit({ picture })} />
        </Suspense>
      )}
    </div>
  )
}

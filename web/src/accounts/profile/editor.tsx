import type { Profile } from '@saathi/contract/accounts/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useRef, useState, type Dispatch, type Ref, type SetStateAction, type SubmitEvent, useId } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ProfileAbout } from './about.tsx'
import { afterSaving, faultsOf, formOf, type ProfileDraft, type Faults, type FieldName } from './draft.ts'
import css from './editor.module.css'
import heroCss from './hero.module.css'
import { ProfilePicture } from './picture.tsx'
import { useSaveProfile } from './queries.ts'
import saveBarCss from './save-bar.module.css'

type ProfileEditorProps = {
  profile: Profile
  draft: ProfileDraft
  hasChanges: boolean
  titleRef: Ref<HTMLHeadingElement>
  onDraft: Dispatch<SetStateAction<ProfileDraft>>
}

/** Picture and text fields are one draft and are saved together. */
export function ProfileEditor({ profile, draft, hasChanges, titleRef, onDraft }: ProfileEditorProps) {
  const t = useText()
  const saving = useSaveProfile()
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const pictureFault = pictureFaultOf(saving.error, draft)
  const refused = refusedFields(saving.error)
  const isOtherFailure = saving.isError && !pictureFault && Object.keys(refused).length === 0
  const { bio, ...otherFaults } = faultsOf(profile, draft)
  const faults = { ...refused, ...(bio && { bio }), ...(isTried && otherFaults) }

  function handleEdit(part: ProfileDraft) {
    if (saving.isError) saving.reset()
    onDraft((before) => ({ ...before, ...part }))
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (saving.isPending || !hasChanges) return
    const [faulty] = Object.keys(faultsOf(profile, draft))
    setTried(faulty !== undefined)
    if (faulty) return form.current?.querySelector<HTMLElement>(`[name=${faulty}]`)?.focus()
    saving.mutate(formOf(profile, draft), {
      onSuccess: () => {
        onDraft((now) => afterSaving(now, draft))
        showToast({ text: t('profile.saved') })
      },
    })
  }

  function handleDiscard() {
    saving.reset()
    setTried(false)
    onDraft({})
  }

  return (
    <form ref={form} className={css.editor} aria-label={t('profile.title')} onSubmit={handleSubmit} noValidate>
      <ProfileHero profile={profile} draft={draft} fault={pictureFault} titleRef={titleRef} onEdit={handleEdit} />
      <ProfileAbout profile={profile} draft={draft} faults={faults} onEdit={handleEdit}>
        {isOtherFailure && (
          <Note tone="bad" live="alert">
            {t(errorTextKey(saving.error))}
          </Note>
        )}
        <ProfileSaveBar hasChanges={hasChanges} isSaving={saving.isPending} onDiscard={handleDiscard} />
      </ProfileAbout>
    </form>
  )
}

const byWireName: Readonly<Record<string, FieldName>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  bio: 'bio',
  phone_number: 'phoneNumber',
}

/** The fields the server refused. */
function refusedFields(error: Error | null): Faults {
  const faults: Faults = {}
  if (!(error instanceof ApiError)) return faults
  for (const wireName of Object.keys(error.errors ?? {})) {
    const name = byWireName[wireName]
    if (name) faults[name] = 'refused'
  }
  return faults
}

/** The error text if the picture was refused. */
function pictureFaultOf(error: Error | null, { picture }: ProfileDraft): TextKey | null {
  if (!(error instanceof ApiError) || !picture) return null
  if (error.code === 'core.too_large') return 'imageMaxSize2MB'
  return error.code.startsWith('files.') || error.code === 'core.wrong_type' ? 'invalidImageFile' : null
}

type ProfileHeroProps = {
  profile: Profile
  draft: ProfileDraft
  fault: TextKey | null
  titleRef: Ref<HTMLHeadingElement>
  onEdit: (part: ProfileDraft) => void
}

function ProfileHero({ profile, draft, fault, titleRef, onEdit }: ProfileHeroProps) {
  const t = useText()
  const { displayName, email, role } = profile
  const picture = draft.picture ? pictureUrl(draft.picture) : draft.picture === null ? null : profile.picture
  return (
    <Card className={heroCss.hero}>
      <span className={heroCss.face}>
        <Avatar name={displayName} picture={picture} size="xl" />
      </span>
      <div className={heroCss.who}>
        <p>{t(`profile.role.${role}`)}</p>
        <h1 ref={titleRef} tabIndex={-1}>
          {displayName || email}
        </h1>
      </div>
      <ProfilePicture hasPicture={picture !== null} profile={profile} draft={draft} fault={fault} onEdit={onEdit} />
    </Card>
  )
}

const urls = new WeakMap<File, string>()

/** Object URL of a picture that is not saved yet. Cached for the life of the page: it is small and may be shown again. */
function pictureUrl(picture: File): string {
  const known = urls.get(picture)
  if (known !== undefined) return known
  const url = URL.createObjectURL(picture)
  urls.set(picture, url)
  return url
}

type ProfileSaveBarProps = { hasChanges: boolean; isSaving: boolean; onDiscard: () => void }

/** Always in the page, so that the layout does not jump; it sticks into view while there are unsaved changes. */
function ProfileSaveBar({ hasChanges, isSaving, onDiscard }: ProfileSaveBarProps) {
  const t = useText()
  const statusId = useId()
  const save = useRef<HTMLButtonElement>(null)

  function handleDiscard() {
    onDiscard()
    // This button disappears with the changes, so move the focus to the save button.
    save.current?.focus()
  }

  return (
    <div className={saveBarCss.bar} data-waiting={hasChanges}>
      <p className={saveBarCss.status} id={statusId} role="status">
        {t(hasChanges ? 'profile.dirty' : 'profile.clean')}
      </p>
      <div className={saveBarCss.buttons}>
        {hasChanges && !isSaving && (
          <Button kind="quiet" onClick={handleDiscard}>
            {t('profile.discard')}
          </Button>
        )}
        <Button
          ref={save}
          type="submit"
          kind="primary"
          disabled={!hasChanges}
          reasonId={statusId}
          busy={isSaving}
          busyLabel={t('profile.saving')}
        >
          {t('profile.save')}
        </Button>
      </div>
    </div>
  )
}

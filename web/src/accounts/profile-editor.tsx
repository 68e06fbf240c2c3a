import type { Profile } from '@saathi/contract/accounts/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useRef, useState, type Dispatch, type Ref, type SetStateAction, type SubmitEvent } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ProfileAbout } from './profile-about.tsx'
import { afterSaving, faultsOf, formOf, type ProfileDraft, type Faults, type FieldName } from './profile-draft.ts'
import css from './profile-editor.module.css'
import { ProfileHero } from './profile-hero.tsx'
import { useSaveProfile } from './profile-queries.ts'
import { ProfileSaveBar } from './profile-save-bar.tsx'

type Props = {
  profile: Profile
  draft: ProfileDraft
  hasChanges: boolean
  titleRef: Ref<HTMLHeadingElement>
  onDraft: Dispatch<SetStateAction<ProfileDraft>>
}

/** Picture and text fields are one draft and are saved together. */
export function ProfileEditor({ profile, draft, hasChanges, titleRef, onDraft }: Props) {
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

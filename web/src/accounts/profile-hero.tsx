import type { Profile } from '@saathi/contract/accounts/entities'
import type { TextKey } from '@saathi/contract/texts'
import type { Ref } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import css from './profile-hero.module.css'
import { ProfilePicture } from './profile-picture.tsx'

type Props = {
  profile: Profile
  draft: ProfileDraft
  fault: TextKey | null
  titleRef: Ref<HTMLHeadingElement>
  onEdit: (part: ProfileDraft) => void
}

export function ProfileHero({ profile, draft, fault, titleRef, onEdit }: Props) {
  const t = useText()
  const { displayName, email, role } = profile
  const picture = draft.picture ? pictureUrl(draft.picture) : draft.picture === null ? null : profile.picture
  return (
    <Card className={css.hero}>
      <span className={css.face}>
        <Avatar name={displayName} picture={picture} size="xl" />
      </span>
      <div className={css.who}>
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

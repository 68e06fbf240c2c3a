import { Suspense, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { profileSlots } from '#core/profile-slots.ts'
import { DomainBoundary } from '#core/domain-boundary.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { ProfileAccess } from './profile-access.tsx'
import { ProfileData } from './profile-data.tsx'
import { isChanged, type ProfileDraft } from './profile-draft.ts'
import { ProfileEditor } from './profile-editor.tsx'
import { ProfileLeaving } from './profile-leaving.tsx'
import { ProfileLight } from './profile-light.tsx'
import { ProfileLook } from './profile-look.tsx'
import css from './profile-page.module.css'
import { ProfileSignIns } from './profile-sign-ins.tsx'
import { ProfileUnsaved } from './profile-unsaved.tsx'

export function ProfilePage() {
  const t = useText()
  const profile = useProfile()
  const [draft, setDraft] = useState<ProfileDraft>({})
  const hasChanges = isChanged(profile, draft)
  const keep = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className={css.page}>
      <title>{`${t('profile.title')} · ${t('app.name')}`}</title>
      {profile.leavesAt !== null && (
        // The pressed button disappears, so move the focus to the heading.
        <ProfileLeaving leavesAt={profile.leavesAt} keepRef={keep} onKept={() => title.current?.focus()} />
      )}
      <div className={css.columns}>
        <ProfileEditor profile={profile} draft={draft} hasChanges={hasChanges} titleRef={title} onDraft={setDraft} />
        <div className={css.side}>
          <ProfileLook />
          <ProfileLight />
          <Parts of="side" />
        </div>
        <Parts of="main" />
        <ProfileAccess profile={profile} />
        <ProfileSignIns hasChanges={hasChanges} />
        <ProfileData profile={profile} onLeft={() => keep.current?.focus()} />
      </div>
      <ProfileUnsaved hasChanges={hasChanges} />
    </div>
  )
}

/** Sections provided by other domains. */
function Parts({ of }: { of: 'main' | 'side' }) {
  const here = profileSlots().filter(({ place }) => place === of)
  return here.map(({ name, Part }) => (
    <DomainBoundary key={name} resetKey={name}>
      <Suspense fallback={<PartSkeleton />}>
        <Part />
      </Suspense>
    </DomainBoundary>
  ))
}

function PartSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('app.loading')}>
        <Skeleton shape="block" height={240} />
      </SkeletonGroup>
    </Card>
  )
}

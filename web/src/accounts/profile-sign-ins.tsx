import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { signOut } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'
import { signInsQuery } from './profile-queries.ts'
import { ProfileSection } from './profile-section.tsx'
import { ProfileSignIn } from './profile-sign-in.tsx'
import css from './profile-sign-ins.module.css'

export function ProfileSignIns({ hasChanges }: { hasChanges: boolean }) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <ProfileSection title={t('profile.signIns')} sub={t('profile.signIns.sub')}>
      <SignIns />
      <Button kind="line" className={css.everywhere} onClick={() => setConfirming(true)}>
        <Icon of={signOut} /> {t('profile.everywhere')}
      </Button>
      <SignOutEverywhere open={isConfirming} hasChanges={hasChanges} onClose={() => setConfirming(false)} />
    </ProfileSection>
  )
}

function SignIns() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(signInsQuery)
  const list = useRef<HTMLUListElement>(null)
  if (data) {
    return (
      <ul ref={list} className={css.list} tabIndex={-1}>
        {data
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1))
          .map((session) => (
            // The row's button disappears with it, so move the focus to the list.
            <ProfileSignIn key={session.id} session={session} onEnded={() => list.current?.focus()} />
          ))}
      </ul>
    )
  }
  if (error) {
    return (
      <Failed
        small
        level={3}
        title={t('profile.signIns.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label={t('profile.signIns.loading')} className={css.list}>
      {[0, 1].map((row) => (
        <div key={row} className={css.row}>
          <Skeleton shape="circle" />
          <div className={css.words}>
            <Skeleton width="12ch" />
            <Skeleton width="22ch" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

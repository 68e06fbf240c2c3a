import type { Profile } from '@saathi/contract/accounts/entities'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { ProfileChangeEmail } from './change-email.tsx'
import { ProfileChangePassword } from './change-password.tsx'
import css from './data.module.css'
import { ProfileSection } from './section.tsx'
import { WithValue } from '../with-value.tsx'

/** Shows the sign-in method and how to change it. Google accounts are managed by Google. */
export function ProfileAccess({ profile }: { profile: Profile }) {
  const t = useText()
  const [open, setOpen] = useState<'no' | 'email' | 'password'>('no')
  const isGoogle = profile.provider === 'google'
  const close = () => setOpen('no')
  return (
    <ProfileSection title={t('profile.access')}>
      <div className={css.row}>
        <p className={css.words}>
          <WithValue text={(mark) => t(isGoogle ? 'profile.access.google' : 'profile.access.email', { email: mark })}>
            <bdi>{profile.email}</bdi>
          </WithValue>
        </p>
        {!isGoogle && (
          <Button kind="line" onClick={() => setOpen('email')}>
            {t('profile.changeEmail')}
          </Button>
        )}
      </div>
      {!isGoogle && (
        <>
          <div className={css.row}>
            <p className={css.words}>{t('profile.access.password')}</p>
            <Button kind="line" onClick={() => setOpen('password')}>
              {t('profile.changePassword')}
            </Button>
          </div>
          <ProfileChangeEmail open={open === 'email'} onClose={close} />
          <ProfileChangePassword open={open === 'password'} profile={profile} onClose={close} />
        </>
      )}
    </ProfileSection>
  )
}

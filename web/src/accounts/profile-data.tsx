import type { Profile } from '@saathi/contract/accounts/entities'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import css from './profile-data.module.css'
import { ProfileDownload } from './profile-download.tsx'
import { ProfileLeave, type LeaveStep } from './profile-leave.tsx'
import { ProfileSection } from './profile-section.tsx'

export function ProfileData({ profile, onLeft }: { profile: Profile; onLeft: () => void }) {
  const t = useText()
  const [step, setStep] = useState<LeaveStep>('no')
  return (
    <ProfileSection title={t('profile.data')}>
      <ProfileDownload profile={profile} />
      {profile.leavesAt === null && (
        <div className={css.row}>
          <p className={css.words}>{t('profile.leave.text')}</p>
          <Button kind="line" className={css.danger} onClick={() => setStep('ask')}>
            <Icon of={trash} /> {t('profile.leave')}
          </Button>
        </div>
      )}
      <ProfileLeave step={step} profile={profile} onStep={setStep} onLeft={onLeft} />
    </ProfileSection>
  )
}

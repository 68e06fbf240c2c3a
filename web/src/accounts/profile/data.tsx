import type { Profile } from '@saathi/contract/accounts/entities'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { saveFile } from '#core/save-file.ts'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { trash, download } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ProfileConfirm } from './confirm.tsx'
import css from './data.module.css'
import { mustConfirm, useExport, useLeave } from './queries.ts'
import { ProfileSection } from './section.tsx'

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

function ProfileDownload({ profile }: { profile: Profile }) {
  const t = useText()
  const exporting = useExport()
  const [isConfirming, setConfirming] = useState(false)
  const isFailed = exporting.isError && !mustConfirm(exporting.error)

  function handleDownload() {
    exporting.mutate(undefined, {
      onSuccess: (data) => {
        const name = `saathi-my-data-${plainDay(data.exportedAt)}.json`
        saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
        showToast({ text: t('profile.data.downloaded', { name }) })
        setConfirming(false)
      },
      onError: (error) => setConfirming(mustConfirm(error)),
    })
  }

  return (
    <div className={css.row}>
      <p className={css.words}>{t('profile.data.downloadText')}</p>
      <Button kind="line" busy={exporting.isPending} busyLabel={t('profile.data.preparing')} onClick={handleDownload}>
        <Icon of={download} /> {t('profile.data.download')}
      </Button>
      {isFailed && (
        <Note tone="bad" live="alert" className={css.fault}>
          {t(errorTextKey(exporting.error))}
        </Note>
      )}
      <ProfileConfirm
        open={isConfirming}
        profile={profile}
        isRunning={exporting.isPending}
        onClose={() => setConfirming(false)}
        onConfirmed={handleDownload}
      />
    </div>
  )
}

type LeaveStep = 'no' | 'ask' | 'confirm'
type Props = {
  step: LeaveStep
  profile: Profile
  onStep: (step: LeaveStep) => void
  /** The account is scheduled for deletion, and the dialog is closed. */
  onLeft: () => void
}

const consequences = ['wait', 'gone', 'others', 'first'] as const

/** Explains all consequences first; afterwards the page itself shows that the account will be deleted. */
function ProfileLeave({ step, profile, onStep, onLeft }: Props) {
  const t = useText()
  const leaving = useLeave()
  const isFailed = leaving.isError && !mustConfirm(leaving.error)

  function handleClose() {
    leaving.reset()
    onStep('no')
  }

  function handleLeave() {
    leaving.mutate(undefined, {
      onSuccess: () => onStep('no'),
      onError: (error) => onStep(mustConfirm(error) ? 'confirm' : 'ask'),
    })
  }

  function handleClosed() {
    if (profile.leavesAt !== null) onLeft()
  }

  return (
    <>
      <Dialog
        open={step === 'ask'}
        onClose={handleClose}
        onClosed={handleClosed}
        blocking={leaving.isPending}
        size="md"
        sheet
        title={t('profile.leave.ask')}
        text={t('profile.leave.what')}
        actions={
          <>
            <Button kind="line" onClick={handleClose}>
              {t('profile.leave.no')}
            </Button>
            <Button kind="danger" busy={leaving.isPending} busyLabel={t('profile.leave.busy')} onClick={handleLeave}>
              {t('profile.leave.yes')}
            </Button>
          </>
        }
      >
        <ul className={css.what}>
          {consequences.map((each) => (
            <li key={each}>{t(`profile.leave.${each}`)}</li>
          ))}
        </ul>
        {isFailed && (
          <Note tone="bad" live="alert">
            {t(errorTextKey(leaving.error))}
          </Note>
        )}
      </Dialog>
      <ProfileConfirm
        open={step === 'confirm'}
        profile={profile}
        isRunning={leaving.isPending}
        onClose={handleClose}
        onClosed={handleClosed}
        onConfirmed={handleLeave}
      />
    </>
  )
}

import type { Profile } from '@saathi/contract/accounts/entities'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { ProfileConfirm } from './profile-confirm.tsx'
import css from './profile-data.module.css'
import { mustConfirm, useLeave } from './profile-queries.ts'

export type LeaveStep = 'no' | 'ask' | 'confirm'
type Props = {
  step: LeaveStep
  profile: Profile
  onStep: (step: LeaveStep) => void
  /** The account is scheduled for deletion, and the dialog is closed. */
  onLeft: () => void
}

const consequences = ['wait', 'gone', 'others', 'first'] as const

/** Explains all consequences first; afterwards the page itself shows that the account will be deleted. */
export function ProfileLeave({ step, profile, onStep, onLeft }: Props) {
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

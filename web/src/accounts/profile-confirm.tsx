import type { Profile } from '@saathi/contract/accounts/entities'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { ProfileConfirmGoogle } from './profile-confirm-google.tsx'
import { ProfileConfirmPassword } from './profile-confirm-password.tsx'
import { useConfirmIdentity, type IdentityProof } from './profile-queries.ts'

type Props = {
  open: boolean
  profile: Profile
  /** The confirmed action is running. */
  isRunning: boolean
  onClose: () => void
  onClosed?: (() => void) | undefined
  onConfirmed: () => void
}

/** Shown before rare, irreversible actions: asks for the password, or for Google if the account uses it. */
export function ProfileConfirm({ open, profile, isRunning, onClose, onClosed, onConfirmed }: Props) {
  const t = useText()
  const formId = useId()
  const confirming = useConfirmIdentity()
  const isBusy = confirming.isPending || isRunning
  const isGoogle = profile.provider === 'google'

  function handleProof(proof: IdentityProof) {
    if (!isBusy) confirming.mutate(proof, { onSuccess: onConfirmed })
  }

  function handleClose() {
    confirming.reset()
    onClose()
  }

  const parts = { formId, error: confirming.error, onProof: handleProof }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      onClosed={onClosed}
      blocking={isBusy}
      sheet
      title={t('profile.confirm.title')}
      text={t(isGoogle ? 'profile.confirm.google' : 'profile.confirm.password')}
      actions={
        <>
          <Button kind="line" onClick={handleClose}>
            {t('profile.confirm.no')}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={isBusy} busyLabel={t('profile.confirm.busy')}>
            {t(isGoogle ? 'profile.confirm.useGoogle' : 'profile.confirm.yes')}
          </Button>
        </>
      }
    >
      {isGoogle ? <ProfileConfirmGoogle {...parts} /> : <ProfileConfirmPassword {...parts} email={profile.email} />}
    </Dialog>
  )
}

import { ownWords } from '@saathi/contract/accounts/common-password'
import type { Profile } from '@saathi/contract/accounts/entities'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError } from '#core/api-error.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { codeErrorText } from '../code/errors.ts'
import { isGoodPassword, PasswordRules } from '../password-rules.tsx'
import { confirmErrorText, useChangePassword } from './queries.ts'
import css from './data.module.css'

type ProfileChangePasswordProps = { open: boolean; profile: Profile; onClose: () => void }

const isPasswordError = (error: Error | null): boolean =>
  error instanceof ApiError && ['accounts.wrong_password', 'accounts.blocked_for_an_hour'].includes(error.code)

export function ProfileChangePassword({ open, profile, onClose }: ProfileChangePasswordProps) {
  const t = useText()
  const [formId, rulesId, reasonId] = [useId(), useId(), useId()]
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const changing = useChangePassword()
  const own = ownWords(profile)
  const isReady = current !== '' && isGoodPassword(password, own) && confirmation === password
  const differs = confirmation !== '' && !password.startsWith(confirmation)
  const eye = { showLabel: t('signIn.showPassword'), hideLabel: t('signIn.hidePassword'), dir: 'ltr' }

  function handleClose() {
    changing.reset()
    for (const clear of [setCurrent, setPassword, setConfirmation]) clear('')
    onClose()
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isReady || changing.isPending) return
    changing.mutate(
      { password: current, newPassword: password },
      {
        onSuccess: () => {
          handleClose()
          showToast({ text: t('profile.changePassword.done') })
        },
      },
    )
  }

  const { error } = changing
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      blocking={changing.isPending}
      size="md"
      sheet
      title={t('profile.changePassword')}
      text={t('profile.changePassword.text')}
      actions={
        <>
          <Button kind="line" onClick={handleClose}>
            {t('profile.confirm.no')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            disabled={!isReady}
            reasonId={reasonId}
            busy={changing.isPending}
            busyLabel={t('profile.changePassword.busy')}
          >
            {t('profile.changePassword.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={handleSubmit} noValidate>
        {/* Password managers look for the user name. */}
        <input type="email" autoComplete="username" value={profile.email} readOnly hidden />
        <Field label={t('profile.changePassword.current')} error={error && isPasswordError(error) && t(confirmErrorText(error))}>
          <PasswordInput
            {...eye}
            name="password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => {
              setCurrent(event.target.value)
              changing.reset()
            }}
          />
        </Field>
        <Field label={t('newPassword.newLabel')}>
          <PasswordInput
            {...eye}
            name="new-password"
            autoComplete="new-password"
            aria-describedby={rulesId}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <PasswordRules id={rulesId} password={password} own={own} />
        <Field label={t('newPassword.confirm')} error={differs && t('passwordsDontMatch')}>
          <PasswordInput
            {...eye}
            name="confirm-password"
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        </Field>
        {error && !isPasswordError(error) && (
          <Note tone="bad" live="alert">
            {codeErrorText(error, t)}
          </Note>
        )}
        <p className="sr" id={reasonId}>
          {t('newPassword.reason')}
        </p>
      </form>
    </Dialog>
  )
}

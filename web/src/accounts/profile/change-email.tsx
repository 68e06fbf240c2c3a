import { CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import { Email } from '@saathi/contract/core/fields'
import { useId, useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { Button } from '#core/ui/button.tsx'
import { CodeInput } from '#core/ui/form/code-input.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { codeErrorText, secondsUntilNext } from '../code/errors.ts'
import css from './data.module.css'
import { confirmErrorText, useRequestEmailChange, useConfirmEmailChange } from './queries.ts'

const isPasswordError = (error: Error): boolean =>
  error instanceof ApiError && ['accounts.wrong_password', 'accounts.blocked_for_an_hour'].includes(error.code)

/** A mailed code proves that the new address is theirs; until then nothing changes. */
export function ProfileChangeEmail({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setIsSent] = useState(false)
  const requesting = useRequestEmailChange()
  const confirming = useConfirmEmailChange()
  const email = z.safeParse(Email, typed).data
  const isBusy = requesting.isPending || confirming.isPending
  const isReady = isSent ? code.length === CODE_LENGTH : email !== undefined && password !== ''
  usePageShown(isSent)

  function handleClose() {
    for (const { reset } of [requesting, confirming]) reset()
    for (const clear of [setTyped, setPassword, setCode]) clear('')
    setIsSent(false)
    onClose()
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isReady || isBusy || email === undefined) return
    if (isSent) return confirming.mutate({ email, otp: code }, { onSuccess: handleChanged })
    const showCodeField = () => setIsSent(true)
    // A code that was already sent still works.
    requesting.mutate(
      { email, password },
      { onSuccess: showCodeField, onError: (error) => secondsUntilNext(error) !== null && showCodeField() },
    )
  }

  function handleChanged({ email: changed }: { email: string }) {
    handleClose()
    showToast({ text: t('profile.changeEmail.done', { email: changed }) })
  }

  function handleBack() {
    confirming.reset()
    setCode('')
    setIsSent(false)
  }

  const { error } = isSent ? confirming : requesting
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      blocking={isBusy}
      sheet
      title={t('profile.changeEmail')}
      text={isSent ? t('profile.changeEmail.sent', { email: email ?? typed }) : t('profile.changeEmail.text')}
      actions={
        <>
          <Button kind="line" onClick={isSent ? handleBack : handleClose}>
            {t(isSent ? 'wayIn.back' : 'profile.confirm.no')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            disabled={!isReady}
            busy={isBusy}
            busyLabel={t('profile.confirm.busy')}
          >
            {t(isSent ? 'profile.changeEmail' : 'profile.changeEmail.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={handleSubmit} noValidate>
        {isSent ? (
          <Field label={t('code.label')}>
            <CodeInput name="otp" kind="digits" value={code} onChange={setCode} />
          </Field>
        ) : (
          <>
            <Field label={t('profile.changeEmail.new')}>
              <TextInput
                type="email"
                name="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
            <Field
              label={t('profile.changePassword.current')}
              error={error && isPasswordError(error) && t(confirmErrorText(error))}
            >
              <PasswordInput
                name="password"
                autoComplete="current-password"
                dir="ltr"
                showLabel={t('signIn.showPassword')}
                hideLabel={t('signIn.hidePassword')}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          </>
        )}
        {error && !isPasswordError(error) && (
          <Note tone="bad" live="alert">
            {codeErrorText(error, t)}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

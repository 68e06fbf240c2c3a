import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { connectTrouble } from './trouble.ts'
import { EventDiscard } from '../events/discard.tsx'
import { useConnectApple } from './queries.ts'
import css from './strip.module.css'

type SyncAppleProps = { open: boolean; email: string; onClose: () => void }

/** Apple has no OAuth: it needs an app password. */
export function SyncApple({ open, email, onClose }: SyncAppleProps) {
  const t = useText()
  const connecting = useConnectApple()
  const formId = useId()
  const [hasPassword, setHasPassword] = useState(false)
  const [isAsking, setAsking] = useState(false)

  function handleClose() {
    connecting.reset()
    setHasPassword(false)
    onClose()
  }

  /** Apple shows the password only once: confirm before discarding it. */
  function handleLeave() {
    if (hasPassword) setAsking(true)
    else handleClose()
  }

  function handleAnswer(leaves: boolean) {
    setAsking(false)
    if (leaves) handleClose()
  }

  return (
    <Dialog
      open={open}
      onClose={handleLeave}
      blocking={connecting.isPending}
      size="md"
      sheet
      title={t('calendar.apple')}
      text={t('calendar.apple.text')}
      closeLabel={t('calendar.apple.close')}
      actions={
        <>
          <Button kind="line" onClick={handleLeave} disabled={connecting.isPending}>
            {t('calendar.form.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={connecting.isPending}
            busyLabel={t('calendar.callback.connecting')}
          >
            {t('calendar.apple.connect')}
          </Button>
        </>
      }
    >
      <AppleForm
        id={formId}
        email={email}
        onSend={(form) => !connecting.isPending && connecting.mutate(form, { onSuccess: handleClose })}
        onChange={({ appPassword }) => {
          setHasPassword(appPassword !== '')
          if (connecting.isError) connecting.reset()
        }}
      />
      {connecting.error && (
        <Note tone="bad" live="alert">
          {t(connectTrouble(connecting.error), { provider: t('calendar.provider.apple') })}
        </Note>
      )}
      <EventDiscard open={isAsking} onAnswer={handleAnswer} />
    </Dialog>
  )
}

type AppleFormProps = {
  id: string
  email: string
  onSend: (form: { email: string; appPassword: string }) => void
  onChange: (form: { appPassword: string }) => void
}

const steps = ['open', 'make', 'paste'] as const

function AppleForm({ id, email: known, onSend, onChange }: AppleFormProps) {
  const t = useText()
  const [email, setEmail] = useState(known)
  const [appPassword, setAppPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const missing = (text: string) => isTried && text.trim() === '' && t('calendar.problem.required')

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    const empty = email.trim() === '' ? 'email' : appPassword.trim() === '' ? 'appPassword' : null
    if (empty) return form.current?.querySelector<HTMLElement>(`[name=${empty}]`)?.focus()
    onSend({ email: email.trim(), appPassword: appPassword.trim() })
  }

  return (
    <form ref={form} id={id} className={css.form} onSubmit={handleSubmit} noValidate>
      <ol className={css.how}>
        {steps.map((step) => (
          <li key={step}>{t(`calendar.apple.${step}`)}</li>
        ))}
      </ol>
      <Field label={t('calendar.apple.email')} error={missing(email)} required>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          dir="ltr"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            onChange({ appPassword })
          }}
        />
      </Field>
      <Field label={t('calendar.apple.password')} help={t('calendar.apple.help')} error={missing(appPassword)} required>
        <PasswordInput
          name="appPassword"
          autoComplete="off"
          dir="ltr"
          showLabel={t('calendar.apple.show')}
          hideLabel={t('calendar.apple.hide')}
          value={appPassword}
          onChange={(event) => {
            setAppPassword(event.target.value)
            onChange({ appPassword: event.target.value })
          }}
        />
      </Field>
    </form>
  )
}

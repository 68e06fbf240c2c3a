import { useRef, useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { confirmErrorText } from './profile-confirm-error.ts'
import type { IdentityProof } from './profile-queries.ts'

type Props = { formId: string; email: string; error: Error | null; onProof: (proof: IdentityProof) => void }

export function ProfileConfirmPassword({ formId, email, error, onProof }: Props) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') return onProof({ password })
    input.current?.focus()
  }

  return (
    <form id={formId} onSubmit={handleSubmit} noValidate>
      {/* Password managers look for the user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('signIn.password')} error={isMissing ? t('signIn.passwordMissing') : error && t(confirmErrorText(error))}>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          dir="ltr"
          showLabel={t('signIn.showPassword')}
          hideLabel={t('signIn.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </form>
  )
}

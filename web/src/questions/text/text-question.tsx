import { useText } from '#core/i18n/texts.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { type ControlProps, textOf } from '../control-props.ts'
import css from './text-question.module.css'

export function TextQuestion({ question, value, onChange }: ControlProps) {
  return (
    <TextInput
      dir="auto"
      autoComplete={question.autocomplete ?? undefined}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function TextBoxQuestion({ question, value, onChange }: ControlProps) {
  return (
    <TextArea
      dir="auto"
      rows={4}
      className={css.box}
      autoComplete={question.autocomplete ?? undefined}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Without a maximum Chromium accepts six-digit years. */
const LAST_DAY = '9999-12-31'

/** The native date picker: familiar, and it needs no script. */
export function DateQuestion({ question, value, onChange }: ControlProps) {
  return (
    <TextInput
      type="date"
      max={LAST_DAY}
      className={css.short}
      autoComplete={question.autocomplete ?? 'off'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Not type="number", which would hide invalid input instead of letting us report it. */
export function NumberQuestion({ question, value, onChange }: ControlProps) {
  return (
    <TextInput
      dir="ltr"
      inputMode="decimal"
      className={css.short}
      autoComplete={question.autocomplete ?? 'off'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function PasswordQuestion({ question, value, onChange }: ControlProps) {
  const t = useText()
  return (
    <PasswordInput
      showLabel={t('signIn.showPassword')}
      hideLabel={t('signIn.hidePassword')}
      // Otherwise the browser would fill in the account's password.
      autoComplete={question.autocomplete ?? 'new-password'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { useText } from '#core/i18n/texts.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'

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

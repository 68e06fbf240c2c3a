import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { PhoneInput } from '#core/ui/phone-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'

export function PhoneQuestion({ question, value, onChange }: ControlProps) {
  const t = useText()
  return (
    <PhoneInput
      countryLabel={t('questions.country')}
      language={useLanguage()}
      autoComplete={question.autocomplete ?? 'tel'}
      value={textOf(value)}
      onChange={onChange}
    />
  )
}

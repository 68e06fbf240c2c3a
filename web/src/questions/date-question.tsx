import { TextInput } from '#core/ui/form/text-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'
import css from './text-question.module.css'

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

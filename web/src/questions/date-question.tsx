import { TextInput } from '#core/ui/text-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'
import css from './text-question.module.css'

/** Without an end Chromium takes years of six digits. */
const LAST_DAY = '9999-12-31'

/** The phone's own calendar: known to its owner, and it costs no script. */
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

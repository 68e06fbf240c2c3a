import { TextInput } from '#core/ui/form/text-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'
import css from './text-question.module.css'

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

import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { type ControlProps, textOf } from './control-props.ts'
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

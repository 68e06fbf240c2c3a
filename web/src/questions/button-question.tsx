import { useId } from 'react'
import css from './button-question.module.css'
import { type ControlProps, textOf } from './control-props.ts'
import { choicesOf } from './words.ts'

/** Looks like buttons, works like radios: one is selected, and arrow keys move. */
export function ButtonQuestion({ question, value, onChange, legend, describedBy, invalid }: ControlProps) {
  const name = useId()
  return (
    <fieldset
      className={css.group}
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={question.disabled}
    >
      <legend className={css.legend}>{legend}</legend>
      {choicesOf(question).map(({ key, words }) => (
        <label key={key} className={css.button}>
          <input type="radio" name={name} value={key} checked={key === textOf(value)} onChange={() => onChange(key)} />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

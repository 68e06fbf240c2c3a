import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import css from './yes-no.module.css'

type YesNoProps = {
  legend: string
  name: string
  /** Null until it is answered; No is an answer. */
  value: boolean | null
  error: string | undefined
  onChange: (value: boolean) => void
}

export function YesNo({ legend, name, value, error, onChange }: YesNoProps) {
  const t = useText()
  const noteId = useId()
  const choice = (option: boolean) => (
    <label className={css.choice}>
      <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
      <span>{t(option ? 'calendar.form.yes' : 'calendar.form.no')}</span>
    </label>
  )
  return (
    <fieldset
      className={css.group}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && noteId}
    >
      <legend>{legend}</legend>
      <div className={css.row}>
        {choice(true)}
        {choice(false)}
      </div>
      {error && (
        <p className={css.error} id={noteId} role="alert">
          <Icon of={alert} size={16} />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

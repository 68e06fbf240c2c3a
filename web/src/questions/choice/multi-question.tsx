import type { Question } from '@saathi/contract/questions/entities'
import { type MouseEvent, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check, close } from '#core/ui/icons.ts'
import { type ControlProps, textOf } from '../control-props.ts'
import type { DraftValue } from '../draft.ts'
import { choicesOf } from '../words.ts'
import { ComboBox } from './combo-box.tsx'
import css from './multi-question.module.css'

const MAX_OPEN_OPTIONS = 8

/** A few options are shown openly; more options, or a searchable list, use a drop-down. */
export const isDropDown = ({ autocomplete, answerOptions }: Question): boolean =>
  Boolean(autocomplete) || answerOptions.length > MAX_OPEN_OPTIONS

const keysOf = (value: DraftValue): readonly string[] => (Array.isArray(value) ? value : [])

/** The keys in option order, regardless of which was tapped first. */
function toggle(question: Question, value: DraftValue, key: string): DraftValue {
  const before = keysOf(value)
  const isChosen = (each: string) => (each === key ? !before.includes(key) : before.includes(each))
  const keys = choicesOf(question).flatMap((choice) => (isChosen(choice.key) ? [choice.key] : []))
  return keys.length > 0 ? keys : undefined
}

export function MultiQuestion({ question, value, onChange, legend, describedBy, invalid }: ControlProps) {
  const chosen = keysOf(value)
  return (
    <fieldset className={css.group} aria-describedby={describedBy} disabled={question.disabled}>
      <legend className={css.legend}>{legend}</legend>
      {choicesOf(question).map(({ key, words }) => (
        <label key={key} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            aria-invalid={invalid || undefined}
            onChange={() => onChange(toggle(question, value, key))}
          />
          <Icon of={check} size={16} className={css.tick} />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

export function MultiDropDownQuestion({ question, value, onChange }: ControlProps) {
  const t = useText()
  const choices = choicesOf(question)
  const chosen = keysOf(value)
  const field = useRef<HTMLInputElement>(null)
  const chips = choices.filter(({ key }) => chosen.includes(key))
  const handleToggle = (key: string) => onChange(toggle(question, value, key))

  function handleErase() {
    const last = chips.at(-1)
    if (last) handleToggle(last.key)
  }

  function handleRemove(event: MouseEvent, key: string) {
    handleToggle(key)
    // With the keyboard the focus would be lost with the chip; on touch it would only open the phone's keyboard.
    if (event.detail === 0) field.current?.focus()
  }

  return (
    <div className={css.several}>
      <ComboBox several choices={choices} chosen={chosen} shown="" onChoose={handleToggle} onErase={handleErase} ref={field} />
      {chips.length > 0 && (
        <ul className={css.chips}>
          {chips.map(({ key, words }) => (
            <li key={key}>
              <button
                type="button"
                className={css.chip}
                aria-label={t('questions.remove', { name: words })}
                onClick={(event) => handleRemove(event, key)}
              >
                {words}
                <Icon of={close} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function DropDownQuestion({ question, value, onChange }: ControlProps) {
  const t = useText()
  const choices = choicesOf(question)
  const chosen = textOf(value)
  if (question.autocomplete) {
    return (
      <ComboBox
        choices={choices}
        chosen={chosen === '' ? [] : [chosen]}
        shown={choices.find(({ key }) => key === chosen)?.words ?? ''}
        onChoose={onChange}
        onErase={() => onChange(undefined)}
      />
    )
  }
  return (
    <Select value={chosen} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{t('questions.choose')}</option>
      {choices.map(({ key, words }) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  )
}

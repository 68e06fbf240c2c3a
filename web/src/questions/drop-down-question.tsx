import { useText } from '#core/i18n/texts.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { ComboBox } from './combo-box.tsx'
import { type ControlProps, textOf } from './control-props.ts'
import { choicesOf } from './words.ts'

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

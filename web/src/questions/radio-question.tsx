import { OptionGroup } from '#core/ui/option.tsx'
import type { ControlProps } from './control-props.ts'
import { textOf } from './control-props.ts'
import css from './radio-question.module.css'
import { choicesOf } from './words.ts'

export function RadioQuestion({ question, value, onChange, alone, legend, describedBy, invalid }: ControlProps) {
  return (
    <OptionGroup
      className={css.options}
      legend={legend}
      options={choicesOf(question).map(({ key, words }) => ({ value: key, label: words }))}
      value={textOf(value)}
      onChoose={onChange}
      numberKeys={alone}
      disabled={question.disabled}
      describedBy={describedBy}
      invalid={invalid}
    />
  )
}

import { mustBeAnswered } from '@saathi/contract/questions/answers'
import { type Question, type QuestionType, typeOf } from '@saathi/contract/questions/entities'
import { type UploadProblem, uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { useId, useState, type ComponentType } from 'react'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { classNames } from '#core/ui/class-names.ts'
import { FieldContext } from '#core/ui/form/field.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { PhoneInput } from '#core/ui/form/phone-input.tsx'
import buttonQuestionCss from './choice/button-question.module.css'
import { type ControlProps, textOf } from './control-props.ts'
import { DateQuestion, TextBoxQuestion, TextQuestion, NumberQuestion, PasswordQuestion } from './text/text-question.tsx'
import type { DraftValue, Problem } from './draft.ts'
import { DropDownQuestion, isDropDown, MultiDropDownQuestion, MultiQuestion } from './choice/multi-question.tsx'
import css from './question-field.module.css'
import { QuestionHead } from './question-head.tsx'
import radioQuestionCss from './choice/radio-question.module.css'
import { ScaleQuestion } from './scale/question.tsx'
import { UploadQuestion } from './upload/question.tsx'
import { helpOf, choicesOf } from './words.ts'

export type QuestionFieldProps = {
  question: Question
  value: DraftValue
  problem: Problem | undefined
  onChange: (value: DraftValue) => void
  /** The only question of its page: its title is the page's heading, and digit keys select wherever the focus is. */
  alone?: boolean | undefined
}

/** The key resets the state for another question. */
export const QuestionField = (props: QuestionFieldProps) => <OneQuestion key={props.question.key} {...props} />

function OneQuestion({ question, value, problem, onChange, alone = false }: QuestionFieldProps) {
  const t = useText()
  const id = useId()
  const [refused, setRefused] = useState<UploadProblem>()
  const control = controlOf(question)
  const shown = refused ?? problem
  const ids = { help: `${id}-help`, note: `${id}-note`, problem: `${id}-problem` }
  const head = (
    <QuestionHead
      question={question}
      controlId={!control || control.isGroup ? undefined : id}
      helpId={ids.help}
      isHeading={alone}
      saysRequired={control?.canBeRequired === false}
    />
  )

  if (!control) {
    return (
      <div className={css.question}>
        <div className={css.head}>{head}</div>
        <p className={css.unknown}>
          {t('questions.canNotRender')} <bdi>{question.questionType}</bdi>
        </p>
      </div>
    )
  }

  const { Control, isGroup } = control
  const describedBy = classNames(
    // In a group the help is part of the legend.
    !isGroup && helpOf(question) && ids.help,
    question.disabled && ids.note,
    shown && ids.problem,
  )
  const parts = {
    id,
    describedBy: describedBy || undefined,
    invalid: shown !== undefined,
    required: control.canBeRequired && mustBeAnswered(question),
  }

  function handleChange(next: DraftValue) {
    setRefused(undefined)
    onChange(next)
  }

  return (
    <div className={css.question}>
      {!isGroup && <div className={css.head}>{head}</div>}
      <fieldset role="presentation" className={css.control} disabled={question.disabled}>
        <FieldContext value={parts}>
          <Control
            question={question}
            value={value}
            onChange={handleChange}
            onRefuse={setRefused}
            alone={alone}
            legend={head}
            describedBy={parts.describedBy}
            invalid={parts.invalid}
          />
        </FieldContext>
      </fieldset>
      {question.disabled && (
        <p className={css.note} id={ids.note}>
          {t('questions.disabled')}
        </p>
      )}
      {shown && (
        <p className={css.problem} id={ids.problem} role="alert">
          <Icon of={alert} size={16} />
          <span>{t(shown)}</span>
        </p>
      )}
    </div>
  )
}

const controls: Readonly<Record<QuestionType, ComponentType<ControlProps>>> = {
  Text: TextQuestion,
  TextBox: TextBoxQuestion,
  Number: NumberQuestion,
  Date: DateQuestion,
  PhoneNumber: PhoneQuestion,
  Password: PasswordQuestion,
  SingleChoiceRadio: RadioQuestion,
  SingleChoiceDropDown: DropDownQuestion,
  SingleChoiceButton: ButtonQuestion,
  MultiChoiceDropDown: MultiQuestion,
  AgreeabilityThreeOptions: ScaleQuestion,
  AgreeabilityFiveOptions: ScaleQuestion,
  AgreeabilitySevenScale: ScaleQuestion,
  AgreeabilityTenScale: ScaleQuestion,
  Scale: ScaleQuestion,
  ImageResponse: UploadQuestion,
  SingleImageUpload: UploadQuestion,
  Document: UploadQuestion,
}
const inGroups: ReadonlySet<ComponentType<ControlProps>> = new Set([RadioQuestion, ButtonQuestion, MultiQuestion, ScaleQuestion])

type Control = {
  Control: ComponentType<ControlProps>
  /** The question is the legend of several controls; otherwise the label of one. */
  isGroup: boolean
  /** Whether the control supports aria-required; otherwise the question says it as text. */
  canBeRequired: boolean
}

/** Undefined for a type this version does not know. */
function controlOf(question: Question): Control | undefined {
  const type = typeOf(question)
  if (!type) return undefined
  const Control = type === 'MultiChoiceDropDown' && isDropDown(question) ? MultiDropDownQuestion : controls[type]
  const isGroup = inGroups.has(Control)
  return { Control, isGroup, canBeRequired: !isGroup && !uploadRuleOf(type) }
}

function RadioQuestion({ question, value, onChange, alone, legend, describedBy, invalid }: ControlProps) {
  return (
    <OptionGroup
      className={radioQuestionCss.options}
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

/** Looks like buttons, works like radios: one is selected, and arrow keys move. */
function ButtonQuestion({ question, value, onChange, legend, describedBy, invalid }: ControlProps) {
  const name = useId()
  return (
    <fieldset
      className={buttonQuestionCss.group}
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={question.disabled}
    >
      <legend className={buttonQuestionCss.legend}>{legend}</legend>
      {choicesOf(question).map(({ key, words }) => (
        <label key={key} className={buttonQuestionCss.button}>
          <input type="radio" name={name} value={key} checked={key === textOf(value)} onChange={() => onChange(key)} />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

function PhoneQuestion({ question, value, onChange }: ControlProps) {
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

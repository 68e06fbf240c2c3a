import { mustBeAnswered } from '@saathi/contract/questions/check-answers'
import type { Question } from '@saathi/contract/questions/entities'
import type { UploadProblem } from '@saathi/contract/questions/upload-rules'
import { useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { classNames } from '#core/ui/class-names.ts'
import { FieldContext } from '#core/ui/field-context.ts'
import { Icon } from '#core/ui/icon.tsx'
import { controlOf } from './controls.ts'
import type { DraftValue, Problem } from './draft.ts'
import css from './question-field.module.css'
import { QuestionHead } from './question-head.tsx'
import { helpOf } from './words.ts'

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

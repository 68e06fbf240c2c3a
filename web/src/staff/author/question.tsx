import type { DraftProblem, DraftQuestion } from '@saathi/contract/content/drafts'
import { QuestionType, typesWithOptions } from '@saathi/contract/questions/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './editor.module.css'
import { newQuestion, problemAt } from './parts.ts'
import { OptionRows, ScaleRows } from './question-rows.tsx'
import { QuestionRules } from './question-rules.tsx'

type QuestionProps = {
  question: DraftQuestion
  part: string
  /** Path of the question within its part, such as `questions[2]`. */
  path: string
  problems: readonly DraftProblem[]
  /** Number of people who have answered it in the published version; if there are any, its type is fixed. */
  answers: number
  onChange: (question: DraftQuestion) => void
  /** In a survey no answer is right or wrong. */
  isSurvey?: boolean
  /** Null if it is the only question. */
  onRemove: (() => void) | null
}

/** Edits all fields of the question's type: texts, options with marks and explanations, scale, rules. */
export function QuestionEditor({ question, part, path, problems, answers, isSurvey = false, onChange, onRemove }: QuestionProps) {
  const t = useText()
  const { questionType, title, helpText, label } = question
  const problemOf = (field: string) => problemAt(problems, part, `${path}.${field}`)
  const hasOptions = typesWithOptions.includes(questionType)

  /** A new type resets options and scale; texts stay. */
  function handleType(type: QuestionType) {
    const fresh = newQuestion(question.key)
    const options = question.answerOptions.length > 0 ? question.answerOptions : fresh.answerOptions
    onChange({
      ...question,
      questionType: type,
      answerOptions: typesWithOptions.includes(type) ? options : [],
      autocomplete: null,
      // Without words of its own, a scale goes from 1 to 10.
      scale: type === 'Scale' ? question.scale : null,
    })
  }

  return (
    <>
      <Field label={t('staff.content.questionWords')} error={problemOf('title') ?? problemOf('key')}>
        <TextArea
          dir="auto"
          rows={2}
          value={title}
          maxLength={300}
          onChange={({ target }) => onChange({ ...question, title: target.value.replaceAll('\n', ' ') })}
        />
      </Field>
      <Field label={t('staff.content.questionType')} error={problemOf('questionType')}>
        <Select
          value={questionType}
          disabled={answers > 0}
          onChange={({ target }) => handleType(QuestionType.parse(target.value))}
        >
          {QuestionType.options.map((type) => (
            <option key={type} value={type}>
              {t(`staff.content.type.${type}`)}
            </option>
          ))}
        </Select>
      </Field>
      {hasOptions && (
        <OptionRows
          question={question}
          part={part}
          path={path}
          problems={problems}
          answers={answers}
          isSurvey={isSurvey}
          onChange={onChange}
        />
      )}
      {problemOf('answerOptions') && <p className={css.problem}>{problemOf('answerOptions')}</p>}
      {questionType === 'Scale' && (
        <ScaleRows question={question} part={part} path={path} problems={problems} onChange={onChange} />
      )}
      <Field label={t('staff.content.questionHelp')} error={problemOf('helpText')}>
        <TextInput
          dir="auto"
          value={helpText}
          maxLength={400}
          onChange={({ target }) => onChange({ ...question, helpText: target.value })}
        />
      </Field>
      {!hasOptions && (
        <Field label={t('staff.content.questionLabel')} error={problemOf('label')}>
          <TextInput
            dir="auto"
            value={label}
            maxLength={100}
            onChange={({ target }) => onChange({ ...question, label: target.value })}
          />
        </Field>
      )}
      <QuestionRules question={question} error={problemOf('autocomplete')} onChange={onChange} />
      {answers > 0 && (
        <Note tone="info" title={t('staff.content.answered', { count: answers })}>
          {t('staff.content.answeredText')}
        </Note>
      )}
      {onRemove && (
        <Button kind="quiet" size="sm" className={css.remove} onClick={onRemove}>
          <Icon of={trash} size={18} /> {t('staff.content.removeQuestion')}
        </Button>
      )}
    </>
  )
}

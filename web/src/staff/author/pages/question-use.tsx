import type { DraftProblem, DraftSurveyQuestion } from '@saathi/contract/content/drafts'
import { typesWithOptions } from '@saathi/contract/questions/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import editorCss from '../editor.module.css'
import { problemAt } from '../parts.ts'
import { choicesQuery } from '../queries.ts'

type QuestionUseProps = {
  question: DraftSurveyQuestion
  part: string
  /** Path of the question within its part. */
  path: string
  problems: readonly DraftProblem[]
  onChange: (change: Partial<DraftSurveyQuestion>) => void
}

const isScale = (type: string) => type === 'Scale' || type.startsWith('Agreeability')

/** What the answer is used for: matching, work-readiness, and the sessions that are offered first. */
export function QuestionUse({ question, part, path, problems, onChange }: QuestionUseProps) {
  const t = useText()
  const { tags = [], readiness = [], criteria = [] } = useQuery(choicesQuery).data ?? {}
  const { questionType, criterion, answerOptions } = question
  const hasOptions = typesWithOptions.includes(questionType)
  const problemOf = (field: string) => problemAt(problems, part, `${path}.${field}`)

  function handleTag(option: string, tag: string | null) {
    const others = Object.entries(question.tags).filter(([key]) => key !== option)
    onChange({ tags: Object.fromEntries([...others, ...(tag === null ? [] : [[option, tag]])]) })
  }

  return (
    <>
      {(hasOptions || criterion !== null) && (
        <Choice
          label={t('staff.content.use.criterion')}
          help={t('staff.content.use.criterionHelp')}
          value={criterion}
          choices={criteria}
          error={problemOf('criterion')}
          onChange={(next) => onChange({ criterion: next })}
        />
      )}
      {(isScale(questionType) || question.readiness !== null) && (
        <Choice
          label={t('staff.content.use.readiness')}
          help={t('staff.content.use.readinessHelp')}
          value={question.readiness}
          choices={readiness}
          error={problemOf('readiness')}
          onChange={(next) => onChange({ readiness: next })}
        />
      )}
      {hasOptions && (
        <details className={editorCss.whole} open={answerOptions.some(({ key }) => question.tags[key] !== undefined)}>
          <summary className={editorCss.summary}>{t('staff.content.use.tags')}</summary>
          <p className={editorCss.hint}>{t('staff.content.use.tagsHelp')}</p>
          {answerOptions.map(({ key, label }, at) => (
            <Choice
              key={key}
              label={label || t('staff.content.option', { number: at + 1 })}
              value={question.tags[key] ?? null}
              choices={tags}
              error={problemOf(`answerOptions[${at}].tag`)}
              onChange={(tag) => handleTag(key, tag)}
            />
          ))}
        </details>
      )}
    </>
  )
}

type ChoiceProps = {
  label: string
  help?: string
  value: string | null
  choices: readonly { key: string; name: string }[]
  error: string | undefined
  onChange: (key: string | null) => void
}

/** A key that is no longer offered stays chosen until another is. */
function Choice({ label, help, value, choices, error, onChange }: ChoiceProps) {
  const t = useText()
  const isKnown = value === null || choices.some(({ key }) => key === value)
  return (
    <Field label={label} help={help} error={error}>
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t('staff.content.use.nothing')}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

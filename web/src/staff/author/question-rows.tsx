import type { DraftOption, DraftProblem, DraftQuestion } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close, plus } from '#core/ui/icons.ts'
import css from './editor.module.css'
import { newKey } from './editor-store.ts'
import { problemAt, replaced, without } from './parts.ts'

type RowsProps = {
  question: DraftQuestion
  part: string
  /** Path of the question within its part, such as `questions[2]`. */
  path: string
  problems: readonly DraftProblem[]
  onChange: (question: DraftQuestion) => void
}

/** In a single-choice question, at most one option is right. */
export function OptionRows({
  question,
  part,
  path,
  problems,
  answers,
  isSurvey,
  onChange,
}: RowsProps & { answers: number; isSurvey: boolean }) {
  const t = useText()
  const { answerOptions, questionType } = question
  const isSingle = questionType !== 'MultiChoiceDropDown'
  const setOptions = (next: DraftOption[]) => onChange({ ...question, answerOptions: next })

  function handleRight(place: number, isCorrect: boolean) {
    setOptions(
      answerOptions.map((option, each) =>
        each === place ? { ...option, isCorrect } : isSingle ? { ...option, isCorrect: false } : option,
      ),
    )
  }

  return (
    <fieldset className={css.options}>
      <legend>{t(isSurvey ? 'staff.content.choices' : 'staff.content.options')}</legend>
      {answerOptions.map((option, place) => (
        <div key={option.key} className={css.option}>
          {!isSurvey && (
            <label className={css.right}>
              <input
                type="checkbox"
                checked={option.isCorrect}
                aria-label={t('staff.content.isRight', { number: place + 1 })}
                onChange={({ target }) => handleRight(place, target.checked)}
              />
            </label>
          )}
          <div className={css.optionWords}>
            <Field
              label={t('staff.content.option', { number: place + 1 })}
              labelHidden
              error={problemAt(problems, part, `${path}.answerOptions[${place}].label`)}
            >
              <TextInput
                dir="auto"
                value={option.label}
                maxLength={200}
                placeholder={t('staff.content.option', { number: place + 1 })}
                onChange={({ target }) => setOptions(replaced(answerOptions, place, { ...option, label: target.value }))}
              />
            </Field>
            {/* Nothing is explained after the answer in a survey. */}
            {(!isSurvey || option.helpText !== '') && (
              <Field label={t('staff.content.why', { number: place + 1 })} labelHidden>
                <TextInput
                  dir="auto"
                  value={option.helpText}
                  maxLength={400}
                  placeholder={t('staff.content.whyHint')}
                  onChange={({ target }) => setOptions(replaced(answerOptions, place, { ...option, helpText: target.value }))}
                />
              </Field>
            )}
          </div>
          {answerOptions.length > 2 && answers === 0 && (
            <IconButton
              icon={close}
              label={t('staff.content.removeOption', { number: place + 1 })}
              onClick={() => setOptions(without(answerOptions, place))}
            />
          )}
        </div>
      ))}
      <Button
        kind="quiet"
        size="sm"
        onClick={() => setOptions([...answerOptions, { key: newKey(), label: '', helpText: '', isCorrect: false }])}
      >
        <Icon of={plus} size={18} /> {t('staff.content.addOption')}
      </Button>
    </fieldset>
  )
}

/** Without rows the scale is from 1 to 10. */
export function ScaleRows({ question, part, path, problems, onChange }: RowsProps) {
  const t = useText()
  const scale = question.scale ?? { sorting: 'ascending' as const, options: [] }
  const setScale = (options: typeof scale.options) =>
    onChange({ ...question, scale: options.length === 0 ? null : { ...scale, options } })
  const next = Math.max(0, ...scale.options.map(({ option }) => option)) + 1
  return (
    <fieldset className={css.options}>
      <legend>{t('staff.content.scale')}</legend>
      {scale.options.map((each, place) => (
        <div key={place} className={css.option}>
          <span className={css.place}>{each.option}</span>
          <Field
            className={css.optionWords}
            label={t('staff.content.scaleWords', { number: each.option })}
            labelHidden
            error={problemAt(problems, part, `${path}.scale.options[${place}].label`)}
          >
            <TextInput
              dir="auto"
              value={each.label}
              maxLength={60}
              onChange={({ target }) => setScale(replaced(scale.options, place, { ...each, label: target.value }))}
            />
          </Field>
          <IconButton
            icon={close}
            label={t('staff.content.removeOption', { number: place + 1 })}
            onClick={() => setScale(without(scale.options, place))}
          />
        </div>
      ))}
      {scale.options.length > 0 && (
        <Field label={t('staff.content.scaleOrder')}>
          <Select
            value={scale.sorting}
            onChange={({ target }) =>
              onChange({
                ...question,
                scale: { ...scale, sorting: target.value === 'descending' ? 'descending' : 'ascending' },
              })
            }
          >
            <option value="ascending">{t('staff.content.scaleOrder.ascending')}</option>
            <option value="descending">{t('staff.content.scaleOrder.descending')}</option>
          </Select>
        </Field>
      )}
      <Button kind="quiet" size="sm" onClick={() => setScale([...scale.options, { option: next, label: '' }])}>
        <Icon of={plus} size={18} /> {t('staff.content.addScale')}
      </Button>
    </fieldset>
  )
}

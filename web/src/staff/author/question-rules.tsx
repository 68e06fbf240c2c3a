import type { DraftQuestion } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import css from './editor.module.css'

type RulesProps = { question: DraftQuestion; error: string | undefined; onChange: (question: DraftQuestion) => void }

/** Values of the HTML attribute `autocomplete`, and the texts that name them. */
const fills = {
  name: 'name',
  email: 'email',
  tel: 'tel',
  bday: 'bday',
  'address-level2': 'town',
  organization: 'organization',
} as const
const typed = ['Text', 'TextBox', 'Date', 'PhoneNumber']
const dropDowns = ['SingleChoiceDropDown', 'MultiChoiceDropDown']

/** Whether it must be answered, can be answered at all, and how the browser helps. */
export function QuestionRules({ question, error, onChange }: RulesProps) {
  const t = useText()
  const { questionType, autocomplete, mandatory, disabled } = question
  return (
    <>
      {typed.includes(questionType) && (
        <Field label={t('staff.content.fill')} help={t('staff.content.fillHelp')} error={error}>
          <Select
            value={autocomplete ?? ''}
            onChange={({ target }) => onChange({ ...question, autocomplete: target.value || null })}
          >
            <option value="">{t('staff.content.use.nothing')}</option>
            {autocomplete !== null && !Object.hasOwn(fills, autocomplete) && <option value={autocomplete}>{autocomplete}</option>}
            {Object.entries(fills).map(([value, name]) => (
              <option key={value} value={value}>
                {t(`staff.content.fill.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {dropDowns.includes(questionType) && (
        <Check
          label={t('staff.content.searchable')}
          isChecked={autocomplete !== null}
          onChange={(isChecked) => onChange({ ...question, autocomplete: isChecked ? 'list' : null })}
        />
      )}
      <Check
        label={t('staff.content.mandatory')}
        isChecked={mandatory}
        onChange={(isChecked) => onChange({ ...question, mandatory: isChecked })}
      />
      <Check
        label={t('staff.content.closed')}
        isChecked={disabled}
        onChange={(isChecked) => onChange({ ...question, disabled: isChecked })}
      />
    </>
  )
}

type CheckProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className={css.check}>
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

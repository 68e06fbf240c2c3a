import type { DraftContent, SurveyPart } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import editorCss from '../editor.module.css'
import { newKey } from '../editor-store.ts'
import { PictureField } from '../media/picture-field.tsx'
import css from './page.module.css'
import { problemAt, type WriterParts } from '../parts.ts'
import { contentQuery } from '../queries.ts'
import { StageForm } from './stage-form.tsx'

type SurveyFormProps = WriterParts & {
  survey: SurveyPart
  locked: DraftContent['locked']
  stage: string | undefined
  onStage: (stage: string) => void
}

const audiences = ['everyone', 'mentees', 'mentors'] as const
const toNumber = (text: string) => Number(text.replace(/\D/g, '').slice(0, 4))

/** The fields of the survey itself, then one stage at a time. */
export function SurveyForm({ survey, locked, stage, onStage, ...parts }: SurveyFormProps) {
  const t = useText()
  const { editor, state, isFixed } = parts
  const { stages } = survey
  const current = stages.find(({ key }) => key === stage) ?? stages[0]
  const set = (change: Partial<SurveyPart>) => editor.change('survey', { ...survey, ...change })

  function handleAdd() {
    const key = newKey()
    set({ stages: [...stages, { key, name: '', description: '' }] })
    editor.change(`stage:${key}`, { kind: 'stage', pages: [{ id: newKey(), title: '', description: '', questions: [] }] })
    onStage(key)
  }

  return (
    <div className={css.entries}>
      <About survey={survey} state={state} onChange={set} />
      <div className={css.buttons} role="group" aria-label={t('staff.content.survey.stages')}>
        {stages.map(({ key, name }, at) => (
          <Button key={key} kind="soft" size="sm" aria-pressed={key === current?.key} onClick={() => onStage(key)}>
            {name || t('staff.content.survey.stage', { number: at + 1 })}
          </Button>
        ))}
        {!isFixed && (
          <Button kind="line" size="sm" onClick={handleAdd}>
            <Icon of={plus} size={18} /> {t('staff.content.survey.addStage')}
          </Button>
        )}
      </div>
      {current && <StageForm key={current.key} {...parts} survey={survey} stage={current} locked={locked} onChange={set} />}
    </div>
  )
}

type AboutProps = Pick<WriterParts, 'state'> & { survey: SurveyPart; onChange: (change: Partial<SurveyPart>) => void }

function About({ survey, state, onChange }: AboutProps) {
  const t = useText()
  const problemOf = (path: string) => problemAt(state.problems, 'survey', path)
  return (
    <section className={editorCss.card} aria-label={t('staff.content.part.settings')}>
      <Field label={t('staff.content.field.name')} error={problemOf('name')} required>
        <TextInput dir="auto" value={survey.name} maxLength={60} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      <Field label={t('staff.content.survey.description')} error={problemOf('shortDescription')} required>
        <TextArea
          dir="auto"
          rows={2}
          value={survey.shortDescription}
          maxLength={240}
          onChange={({ target }) => onChange({ shortDescription: target.value.replaceAll('\n', ' ') })}
        />
      </Field>
      <div className={editorCss.pair}>
        <Field label={t('staff.content.survey.audience')}>
          <Select
            value={survey.audience}
            onChange={({ target }) => onChange({ audience: audiences.find((each) => each === target.value) ?? 'everyone' })}
          >
            {audiences.map((each) => (
              <option key={each} value={each}>
                {t(`staff.content.survey.for.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('staff.content.stepMinutes')} error={problemOf('minutes')}>
          <TextInput
            inputMode="numeric"
            value={survey.minutes === 0 ? '' : survey.minutes}
            onChange={({ target }) => onChange({ minutes: toNumber(target.value) })}
          />
        </Field>
      </div>
      <PictureField
        label={t('staff.content.survey.icon')}
        value={survey.icon}
        error={problemOf('icon')}
        onChange={(icon) => onChange({ icon })}
      />
      <PictureField
        label={t('staff.content.survey.background')}
        value={survey.background}
        error={problemOf('background')}
        onChange={(background) => onChange({ background })}
      />
      <Waiting survey={survey} problem={problemOf('after.survey')} onChange={onChange} />
      <Field label={t('staff.content.survey.closes')} error={problemOf('closesInDays')}>
        <TextInput
          inputMode="numeric"
          value={survey.closesInDays ?? ''}
          onChange={({ target }) => onChange({ closesInDays: target.value === '' ? null : toNumber(target.value) })}
        />
      </Field>
      <Programmes survey={survey} onChange={onChange} />
    </section>
  )
}

type PartProps = Pick<AboutProps, 'survey' | 'onChange'>

function Waiting({ survey, problem, onChange }: PartProps & { problem: string | undefined }) {
  const t = useText()
  const { rows = [] } = useQuery(contentQuery('survey')).data ?? {}
  const { after } = survey
  return (
    <div className={editorCss.pair}>
      <Field label={t('staff.content.survey.after')} error={problem}>
        <Select
          value={after?.survey ?? ''}
          onChange={({ target }) => onChange({ after: target.value ? { survey: target.value, days: after?.days ?? 0 } : null })}
        >
          <option value="">{t('staff.content.survey.atOnce')}</option>
          {rows.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {after && (
        <Field label={t('staff.content.survey.days')}>
          <TextInput
            inputMode="numeric"
            value={after.days}
            onChange={({ target }) => onChange({ after: { ...after, days: toNumber(target.value) } })}
          />
        </Field>
      )}
    </div>
  )
}

function Programmes({ survey, onChange }: PartProps) {
  const t = useText()
  const { programmes = [], isForAll = false } = useQuery(contentQuery('survey')).data ?? {}
  const { projects } = survey
  return (
    <fieldset className={editorCss.options}>
      <legend>{t('staff.content.field.forWhom')}</legend>
      <p className={editorCss.hint}>{t(projects.length === 0 ? 'staff.content.forEverybody' : 'staff.content.forChosen')}</p>
      {programmes.map(({ key, name }) => (
        <label key={key} className={editorCss.check}>
          <input
            type="checkbox"
            checked={projects.includes(key)}
            // Content without a programme is for everybody, which requires a right in all programmes.
            disabled={!isForAll && projects.length === 1 && projects.includes(key)}
            onChange={({ target }) =>
              onChange({ projects: target.checked ? [...projects, key] : projects.filter((each) => each !== key) })
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

import type { SessionPart } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import css from './editor.module.css'
import { PictureField } from './media/picture-field.tsx'
import { type EditorParts, problemAt, problemsIn } from './parts.ts'
import { contentQuery } from './queries.ts'

/** Settings of the whole session. */
export function SettingsTab({ editor, state, session, isFixed }: EditorParts) {
  const t = useText()
  const { programmes = [], isForAll = false } = useQuery(contentQuery('session')).data ?? {}
  const problemOf = (path: string) => problemAt(state.problems, 'session', path)
  const tagProblem = problemsIn(state.problems, 'session').find(({ path }) => path.startsWith('tags'))?.text
  const set = (change: Partial<SessionPart>) => editor.change('session', { ...session, ...change })

  function handleProgramme(key: string, isChosen: boolean) {
    const others = session.projects.filter((each) => each !== key)
    set({ projects: isChosen ? [...others, key] : others })
  }

  return (
    <fieldset className={css.main} disabled={isFixed}>
      <section className={css.card} aria-label={t('staff.content.part.settings')}>
        <Field label={t('staff.content.field.title')} error={problemOf('title')} required>
          <TextInput dir="auto" value={session.title} maxLength={200} onChange={({ target }) => set({ title: target.value })} />
        </Field>
        <Field
          label={t('staff.content.field.overview')}
          help={t('staff.content.field.overviewHelp')}
          error={problemOf('overview')}
        >
          <TextArea
            dir="auto"
            rows={6}
            value={session.overview}
            maxLength={4000}
            onChange={({ target }) => set({ overview: target.value })}
          />
        </Field>
        <Field label={t('staff.content.field.tags')} help={t('staff.content.field.tagsHelp')} error={tagProblem}>
          <TextInput
            key={session.tags.length}
            defaultValue={session.tags.join(', ')}
            onBlur={({ target }) => set({ tags: target.value.toLowerCase().match(/[a-z0-9]+(-[a-z0-9]+)*/g) ?? [] })}
          />
        </Field>
        <PictureField
          label={t('staff.content.field.cover')}
          value={session.cover}
          error={problemOf('cover')}
          onChange={(cover) => set({ cover })}
        />
        <Field label={t('staff.content.field.color')} error={problemOf('color')}>
          <input
            type="color"
            className={css.color}
            aria-label={t('staff.content.field.color')}
            value={session.color}
            onChange={({ target }) => set({ color: target.value.toUpperCase() })}
          />
        </Field>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={session.isLearningHub}
            onChange={({ target }) => set({ isLearningHub: target.checked })}
          />
          {t('staff.content.field.hub')}
        </label>
        <Field label={t('staff.content.field.first')} help={t('staff.content.field.firstHelp')} error={problemOf('first')}>
          <TextInput
            inputMode="numeric"
            value={session.first ?? ''}
            onChange={({ target }) => set({ first: Number(target.value.replace(/\D/g, '').slice(0, 2)) || null })}
          />
        </Field>
        <fieldset className={css.options}>
          <legend>{t('staff.content.field.forWhom')}</legend>
          <p className={css.hint}>
            {t(session.projects.length === 0 ? 'staff.content.forEverybody' : 'staff.content.forChosen')}
          </p>
          {programmes.map(({ key, name }) => (
            <label key={key} className={css.check}>
              <input
                type="checkbox"
                checked={session.projects.includes(key)}
                // Content without a programme is for everybody, which requires a right in all programmes.
                disabled={!isForAll && session.projects.length === 1 && session.projects.includes(key)}
                onChange={({ target }) => handleProgramme(key, target.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </section>
    </fieldset>
  )
}

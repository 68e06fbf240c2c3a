import type { LegalPart } from '@saathi/contract/content/page-parts'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import css from '../editor.module.css'
import { problemAt, type WriterParts } from '../parts.ts'

/** A legal text is published only as a new version. */
export function LegalForm({ editor, state, legal }: WriterParts & { legal: LegalPart }) {
  const t = useText()
  const set = (change: Partial<LegalPart>) => editor.change('legal', { ...legal, ...change })
  return (
    <section className={css.card} aria-label={t('staff.content.part.write')}>
      <Note tone="info">{t('staff.content.legalNote')}</Note>
      <Field label={t('staff.content.field.name')} error={problemAt(state.problems, 'legal', 'title')} required>
        <TextInput dir="auto" value={legal.title} maxLength={60} onChange={({ target }) => set({ title: target.value })} />
      </Field>
      <Field label={t('staff.content.words')} error={problemAt(state.problems, 'legal', 'content')} required>
        <TextArea
          dir="auto"
          rows={18}
          value={legal.content}
          maxLength={60_000}
          onChange={({ target }) => set({ content: target.value })}
        />
      </Field>
    </section>
  )
}

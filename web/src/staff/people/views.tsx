import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close, plus } from '#core/ui/icons.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import css from './people.module.css'
import { type Filters, useDeleteView, useSaveView, viewsQuery } from './queries.ts'

const builtIn = [
  { text: 'staff.view.all', search: {} },
  { text: 'staff.view.mentees', search: { role: 'Mentee' } },
  { text: 'staff.view.mentors', search: { role: 'Mentor' } },
  { text: 'staff.view.waiting', search: { stage: 'waits_for_match', sort: 'oldest' } },
  { text: 'staff.view.approval', search: { stage: 'needs_approval', sort: 'oldest' } },
] as const

/** The filters in a fixed order, so that two addresses can be compared. */
export function queryOf({ search, role, programme, stage, sort }: Filters): string {
  const entries = Object.entries({ search, role, programme, stage, sort }).filter(([, value]) => value)
  return new URLSearchParams(entries.map(([name, value]) => [name, value ?? ''])).toString()
}

/** Views that everyone has, and those the reader saved. */
export function Views({ filters }: { filters: Filters }) {
  const t = useText()
  const saved = useQuery(viewsQuery)
  const deleting = useDeleteView()
  const [isSaving, setSaving] = useState(false)
  const current = queryOf(filters)
  const isNew =
    current !== '' &&
    !builtIn.some(({ search }) => queryOf(search) === current) &&
    !saved.data?.some(({ query }) => query === current)
  return (
    <>
      <nav className={css.views} aria-label={t('staff.view.label')}>
        {builtIn.map(({ text, search }) => (
          <Link key={text} to="/staff/people" search={search} aria-current={queryOf(search) === current ? 'page' : undefined}>
            {t(text)}
          </Link>
        ))}
        {saved.data?.map(({ id, name, query }) => (
          <span key={id} className={css.saved}>
            <Link
              to="/staff/people"
              search={Object.fromEntries(new URLSearchParams(query))}
              aria-current={query === current ? 'page' : undefined}
            >
              {name}
            </Link>
            {query === current && (
              <IconButton icon={close} label={t('staff.view.delete', { name })} onClick={() => deleting.mutate(id)} />
            )}
          </span>
        ))}
        {isNew && (
          <Button size="sm" kind="quiet" onClick={() => setSaving(true)}>
            <Icon of={plus} size={16} /> {t('staff.view.save')}
          </Button>
        )}
      </nav>
      {isSaving && <SaveViewDialog query={current} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveViewDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const saving = useSaveView(onClose)
  return (
    <FormDialog
      action={saving}
      title={t('staff.view.saveTitle')}
      button={t('staff.view.save')}
      onClose={onClose}
      onSubmit={() => saving.mutate({ name: name.trim(), query })}
    >
      <Field label={t('staff.view.name')} required>
        <TextInput value={name} maxLength={40} required pattern=".*\S.*" onChange={({ target }) => setName(target.value)} />
      </Field>
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { languagesQuery } from '#core/i18n/dictionary.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { NameFields } from '../kit/name-fields.tsx'
import { useConsole } from '../queries.ts'
import { useAddPerson } from './queries.ts'

/** An account for somebody, who receives a link by mail and chooses a password there. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  const languages = useQuery(languagesQuery)
  const open = programmes.filter(({ isDisabled }) => !isDisabled)
  const languagesOf = (project: string) => open.find(({ key }) => key === project)?.languages ?? []
  /** The chosen language if the programme is run in it, otherwise the programme's first. */
  const suggest = (project: string, chosen: string) => {
    const own = languagesOf(project)
    return own.includes(chosen) ? chosen : (own[0] ?? chosen)
  }
  const [draft, setDraft] = useState({
    firstName: '',
    lastName: '',
    email: '',
    role: 'Mentee' as const,
    project: open[0]?.key ?? '',
    newPrimaryLanguage: suggest(open[0]?.key ?? '', language),
  })
  const own = languagesOf(draft.project)
  const offered = (languages.data ?? []).filter(({ languageCode }) => own.length === 0 || own.includes(languageCode))
  const adding = useAddPerson(({ personId }) => {
    showToast({ text: t('staff.people.added', { email: draft.email.trim() }) })
    void navigate({ to: '/staff/people/$personId', params: { personId: String(personId) } })
  })
  const set = (name: keyof typeof draft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value })

  return (
    <FormDialog
      action={adding}
      title={t('staff.people.add')}
      text={t('staff.people.addText')}
      button={t('staff.people.invite')}
      onClose={onClose}
      onSubmit={() => adding.mutate(draft)}
    >
      <NameFields value={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      <Field label={t('staff.people.role')}>
        <Select value={draft.role} onChange={set('role')}>
          {(['Mentee', 'Mentor'] as const).map((role) => (
            <option key={role} value={role}>
              {t(`profile.role.${role}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('staff.people.programme')}>
        <Select
          value={draft.project}
          onChange={({ target: { value } }) =>
            setDraft({ ...draft, project: value, newPrimaryLanguage: suggest(value, draft.newPrimaryLanguage) })
          }
        >
          {open.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('staff.people.language')}>
        <Select value={draft.newPrimaryLanguage} onChange={set('newPrimaryLanguage')}>
          {offered.map(({ languageCode: code, language: name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

import { Role } from '@saathi/contract/accounts/roles'
import { PersonSort, Stage } from '@saathi/contract/staff/people-calls'
import type { TextKey } from '@saathi/contract/texts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createTimer } from '#core/store.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { search as searchIcon } from '#core/ui/icons.ts'
import { useConsole } from '../queries.ts'
import css from './people.module.css'
import type { Filters, PeopleSearch } from './queries.ts'

/** Drops values that the server does not know: somebody may have typed the URL. */
export function toQuery({ search, role, programme, stage, mail, sort, after }: Filters): PeopleSearch {
  return {
    ...(search && { search }),
    ...(Role.safeParse(role).success && { role: Role.parse(role) }),
    ...(programme && /^\d+$/.test(programme) && { programme }),
    ...(Stage.safeParse(stage).success && { stage: Stage.parse(stage) }),
    ...(mail === 'refused' && { mail }),
    ...(PersonSort.safeParse(sort).success && { sort: PersonSort.parse(sort) }),
    ...(after && { after }),
  }
}

const TYPING_MS = 250
const roles = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor'] as const

/** Each change is in the address, so that views, reload and back work. */
export function FilterBar({ filters }: { filters: Filters }) {
  const t = useText()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  const { search = '' } = filters
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const [typing] = useState(createTimer)
  // Updates the field when a view or the back button changes the address.
  if (search !== known) {
    setKnown(search)
    if (typed.trim() !== search) setTyped(search)
  }
  // A new filter starts at the first page.
  const change = (changes: Filters) => {
    const { after: _after, page: _page, ...rest } = { ...filters, ...changes }
    const params = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    void navigate({ to: '/staff/people', search: params, replace: true })
  }
  function handleTyping(text: string) {
    setTyped(text)
    typing.restart(() => change({ search: text.trim() }), TYPING_MS)
  }
  const select = (
    name: 'role' | 'programme' | 'stage' | 'mail' | 'sort',
    label: TextKey,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={t(label)} labelHidden>
      <Select value={filters[name] ?? ''} onChange={({ target }) => change({ [name]: target.value })}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <div className={css.toolbar} role="search">
      <Field label={t('staff.people.search')} labelHidden className={css.search}>
        <TextInput
          type="search"
          icon={searchIcon}
          value={typed}
          maxLength={100}
          placeholder={t('staff.people.searchHint')}
          onChange={({ target }) => handleTyping(target.value)}
        />
      </Field>
      {select('role', 'staff.people.role', [
        ['', t('staff.people.anyRole')],
        ...roles.map((role) => [role, t(`profile.role.${role}`)] as const),
      ])}
      {select('programme', 'staff.people.programme', [
        ['', t('staff.people.anyProgramme')],
        ...programmes.map(({ id, name }) => [String(id), name] as const),
      ])}
      {select('stage', 'staff.people.stage', [
        ['', t('staff.people.anyStage')],
        ...Stage.options.map((stage) => [stage, t(`staff.stage.${stage}`)] as const),
      ])}
      {select('mail', 'staff.people.mail', [
        ['', t('staff.people.anyMail')],
        ['refused', t('staff.people.mailRefused')],
      ])}
      {select(
        'sort',
        'staff.people.sort',
        PersonSort.options.map((sort) => [sort === 'name' ? '' : sort, t(`staff.people.sort.${sort}`)] as const),
      )}
    </div>
  )
}

import type { PersonRow } from '@saathi/contract/staff/people-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { peopleQuery, type PeopleSearch } from '../people/queries.ts'
import { SearchField } from './filter-bar.tsx'
import css from './person-picker.module.css'

export type Picked = Pick<PersonRow, 'id' | 'name' | 'programme'>

type PersonPickerProps = {
  label: string
  /** Filters that the people must match, besides their name. */
  among: PeopleSearch
  fits?: (person: PersonRow) => boolean
  value: readonly Picked[]
  most?: number
  onChange: (people: Picked[]) => void
}

const SHOWN = 8

/** Finds people by name and chooses one, or as many as `most`. */
export function PersonPicker({ label, among, fits = () => true, value, most = 1, onChange }: PersonPickerProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const isFull = value.length >= most
  const found = useQuery({ ...peopleQuery({ ...among, ...(search && { search }) }), enabled: !isFull })
  const isChosen = ({ id }: { id: number }) => value.some((person) => person.id === id)
  const shown = (found.data?.people ?? []).filter((person) => fits(person) && !isChosen(person)).slice(0, SHOWN)
  return (
    <fieldset className={css.picker}>
      <legend>{label}</legend>
      {value.map((person) => (
        <p key={person.id} className={css.chosen}>
          <b dir="auto">{person.name}</b>
          <small>{person.programme}</small>
          <Button size="sm" kind="quiet" onClick={() => onChange(value.filter(({ id }) => id !== person.id))}>
            {t('staff.picker.remove')}
            <span className="sr"> {person.name}</span>
          </Button>
        </p>
      ))}
      {!isFull && (
        <>
          <SearchField
            label={`${label}: ${t('staff.people.search')}`}
            hint={t('staff.people.searchHint')}
            value={search}
            onSearch={setSearch}
          />
          <ul className={css.found} aria-busy={found.isFetching}>
            {shown.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  onClick={() => {
                    onChange([...value, { id: person.id, name: person.name, programme: person.programme }])
                    setSearch('')
                  }}
                >
                  <Avatar name={person.name} picture={person.picture} size="sm" />
                  <span>
                    <b dir="auto">{person.name}</b>
                    <small>{[person.programme, t(`staff.stage.${person.stage}`)].filter(Boolean).join(' · ')}</small>
                  </span>
                </button>
              </li>
            ))}
            {found.data && shown.length === 0 && <li className={css.none}>{t('staff.people.none')}</li>}
            {found.isError && <li className={css.none}>{t('staff.failed.title')}</li>}
          </ul>
        </>
      )}
    </fieldset>
  )
}

import type { CallReply } from '@saathi/contract/core/call'
import type { listWork } from '@saathi/contract/worklist/calls'
import { MAX_NEXT_CONTACT_DAYS } from '@saathi/contract/worklist/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { useNow } from '#core/use-now.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { dayAfter } from './days.ts'
import { colleaguesQuery, usePlanContacts, withoutContactQuery } from './queries.ts'
import css from './today.module.css'

type Contacts = CallReply<typeof listWork>['contacts']

/** The largest figure of the page, also when it is 0. */
export function ContactBand({ contacts: { without, all, people } }: { contacts: Contacts }) {
  const t = useText()
  const [isPlanning, setPlanning] = useState(false)
  return (
    <section className={css.band} aria-label={t('staff.today.bandLabel')}>
      <p className={css.big}>{without}</p>
      <div className={css.bandText}>
        <h2>{t('staff.today.without', { count: without })}</h2>
        <p>
          {without === 0 ? t('staff.today.allPlanned', { count: all }) : t('staff.today.others', { count: all - without, all })}
        </p>
      </div>
      {without > 0 && (
        <>
          <span className={css.bandFaces}>
            {people.map(({ id, name, picture }) => (
              <Avatar key={id} name={name} picture={picture} size="sm" />
            ))}
          </span>
          <Button className={css.onBand} onClick={() => setPlanning(true)}>
            {t('staff.today.plan', { count: without })}
          </Button>
        </>
      )}
      {isPlanning && <PlanDialog onClose={() => setPlanning(false)} />}
    </section>
  )
}

const IN_DAYS = 3

/** Shows the whole list before anything is planned. */
function PlanDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const now = useNow()
  const { id: userId, displayName } = useProfile()
  const without = useQuery(withoutContactQuery)
  const colleagues = useQuery(colleaguesQuery)
  const [on, setOn] = useState(dayAfter(now, IN_DAYS))
  const [by, setBy] = useState(userId)
  const [left, setLeft] = useState<readonly number[]>([])
  const plan = usePlanContacts(onClose)
  const chosen = (without.data?.people ?? []).filter(({ id }) => !left.includes(id))
  const rest = (without.data?.total ?? 0) - (without.data?.people.length ?? 0)
  return (
    <FormDialog
      action={plan}
      title={t('staff.today.planTitle')}
      text={t('staff.today.planText')}
      button={t('staff.today.planSave', { count: chosen.length })}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.length > 0) plan.mutate({ people: chosen.map(({ id }) => id), on, personId: by })
      }}
    >
      <div className={css.twoFields}>
        <Field label={t('staff.contact.by')}>
          <Select value={String(by)} onChange={({ target }) => setBy(Number(target.value))}>
            <option value={String(userId)}>{displayName}</option>
            {(colleagues.data ?? [])
              .filter(({ id, hasLeft }) => id !== userId && !hasLeft)
              .map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={t('staff.contact.next')} required>
          <TextInput
            type="date"
            required
            value={on}
            min={dayAfter(now, 0)}
            max={dayAfter(now, MAX_NEXT_CONTACT_DAYS)}
            onChange={({ target }) => setOn(target.value)}
          />
        </Field>
      </div>
      <QueryStates query={without}>
        {({ people }) => (
          <ul className={css.people}>
            {people.map(({ id, name, picture, programme, part }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={!left.includes(id)}
                    onChange={({ target }) => setLeft(target.checked ? left.filter((each) => each !== id) : [...left, id])}
                  />
                  <Avatar name={name} picture={picture} size="sm" />
                  <span>
                    <b dir="auto">{name}</b>
                    <small>{[t(`staff.pair.part.${part}`), programme].join(' · ')}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
      {rest > 0 && <p className={css.meta}>{t('staff.today.planRest', { count: rest })}</p>}
    </FormDialog>
  )
}

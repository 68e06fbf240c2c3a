import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import type { Account } from './dev-api.ts'
import { DevPending } from './dev-pending.tsx'
import { accountsQuery } from './queries.ts'
import { StaffFlags } from './staff-flags.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { useSetDisabled, useSetVerified } from './staff-queries.ts'

export function StaffPeople() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState('')
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const person = data.find(({ id }) => String(id) === chosenId)
  return (
    <Card className={css.card} aria-labelledby="staff-people">
      <h2 id="staff-people">{t('dev.staff.person')}</h2>
      <Field label={t('dev.staff.who')} className={css.wide}>
        <Select value={chosenId} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">{t('dev.staff.nobody')}</option>
          {data.map(({ id, display_name, email }) => (
            <option key={id} value={id}>{`${display_name} · ${email}`}</option>
          ))}
        </Select>
      </Field>
      {/* Keyed, so that results for one person are not shown for the next. */}
      {person && <Person key={person.id} person={person} />}
    </Card>
  )
}

function Person({ person }: { person: Account }) {
  const t = useText()
  const disabling = useSetDisabled(person.id)
  const verifying = useSetVerified(person.id)
  const isDisabled = person.is_disabled
  return (
    <>
      <div className={css.row}>
        <Button
          kind={isDisabled ? 'soft' : 'danger'}
          busy={disabling.isPending}
          busyLabel={t('dev.staff.busy')}
          onClick={() => disabling.mutate(!isDisabled)}
        >
          {t(isDisabled ? 'dev.staff.letIn' : 'dev.staff.shutOut')}
        </Button>
        <Button busy={verifying.isPending} busyLabel={t('dev.staff.busy')} onClick={() => verifying.mutate(true)}>
          {t('dev.staff.verified')}
        </Button>
        <Button busy={verifying.isPending} busyLabel={t('dev.staff.busy')} onClick={() => verifying.mutate(false)}>
          {t('dev.staff.unverified')}
        </Button>
      </div>
      <StaffOutcome action={disabling} done={t('dev.staff.done')} />
      <StaffOutcome action={verifying} done={t('dev.staff.done')} />
      <StaffFlags personId={person.id} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import { DevPending } from './dev-pending.tsx'
import { StaffHelpCase } from './staff-help-case.tsx'
import { helpCasesQuery } from './staff-help-queries.ts'
import css from './staff-page.module.css'

export function StaffHelp() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(helpCasesQuery)
  const [chosenId, setChosenId] = useState('')
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const chosen = data.cases.find(({ id }) => String(id) === chosenId)
  return (
    <Card className={css.card} aria-labelledby="staff-help">
      <h2 id="staff-help">{t('dev.staff.help')}</h2>
      <p>{t('dev.staff.help.waiting', { count: data.cases.filter(({ isWaiting }) => isWaiting).length })}</p>
      <Field label={t('dev.staff.help.which')} className={css.wide}>
        <Select value={chosen ? chosenId : ''} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">{t('dev.staff.help.none')}</option>
          {data.cases.map(({ id, personName, lastMessage, isUrgent }) => (
            <option key={id} value={id}>
              {`${isUrgent ? t('dev.staff.help.urgent', { name: personName }) : personName} · ${lastMessage}`}
            </option>
          ))}
        </Select>
      </Field>
      <Button busy={isFetching} busyLabel={t('dev.staff.busy')} onClick={() => void refetch()}>
        {t('dev.staff.help.reload')}
      </Button>
      {/* Keyed, so that a draft for one conversation is not sent to the next. */}
      {chosen && <StaffHelpCase key={chosen.id} id={chosen.id} />}
    </Card>
  )
}

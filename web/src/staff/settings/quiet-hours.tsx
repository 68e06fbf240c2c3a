import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type QuietHours, quietHoursQuery, useSetQuietHours } from './queries.ts'
import css from './settings.module.css'

export function QuietHoursSection() {
  const t = useText()
  const programmes = useQuery(quietHoursQuery)
  return (
    <Card>
      <h2>{t('staff.settings.quiet')}</h2>
      <p className={css.hint}>{t('staff.settings.quietText')}</p>
      <QueryStates query={programmes}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('staff.home.noProgramme')} />
          ) : (
            <ul className={css.list}>
              {rows.map(({ id, name, hours }) => (
                <li key={id}>
                  <Programme id={id} name={name} hours={hours} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  )
}

function Programme({ id, name, hours }: { id: number; name: string; hours: QuietHours }) {
  const t = useText()
  const [begins, setBegins] = useState(hours?.begins ?? '22:00')
  const [ends, setEnds] = useState(hours?.ends ?? '06:00')
  const setting = useSetQuietHours(id, () => showToast({ text: t('staff.settings.saved') }))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!setting.isPending) setting.mutate({ begins, ends })
  }

  return (
    <form className={css.row} onSubmit={handleSubmit} aria-label={name}>
      <span className={css.grow}>
        <b>{name}</b>
        <small className={css.hint}>
          {hours ? t('staff.settings.quietFrom', { begins: hours.begins, ends: hours.ends }) : t('staff.settings.noQuiet')}
        </small>
      </span>
      <Field label={t('staff.settings.begins')}>
        <TextInput type="time" value={begins} required onChange={({ target }) => setBegins(target.value)} />
      </Field>
      <Field label={t('staff.settings.ends')}>
        <TextInput type="time" value={ends} required onChange={({ target }) => setEnds(target.value)} />
      </Field>
      <Button type="submit" size="sm" kind="line" busy={setting.isPending} busyLabel={t('staff.busy')}>
        {t('staff.settings.save')}
      </Button>
      {hours && (
        <Button size="sm" kind="quiet" busy={setting.isPending} onClick={() => setting.mutate(null)}>
          {t('staff.settings.remove')}
        </Button>
      )}
      <RefusalNote error={setting.error} />
    </form>
  )
}

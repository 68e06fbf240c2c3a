import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from './clock-page.module.css'
import type { ClockMove } from './dev-api.ts'
import { DevFrame, DevPending } from './dev-frame.tsx'
import { fromIndiaField, indiaTime } from './india-time.ts'
import { clockQuery, useMoveClock } from './queries.ts'

const daySeconds = 86_400
const jumps = [
  { text: 'dev.clock.back', seconds: -daySeconds },
  { text: 'dev.clock.hour', seconds: 3600 },
  { text: 'dev.clock.day', seconds: daySeconds },
  { text: 'dev.clock.week', seconds: 7 * daySeconds },
] as const

export function ClockPage() {
  const t = useText()
  const language = useLanguage()
  const { data, error, isFetching, refetch } = useQuery({ ...clockQuery, refetchInterval: 5000 })
  const move = useMoveClock()
  return (
    <DevFrame title={t('dev.clock')} sub={t('dev.clock.sub')}>
      {move.isError && (
        <Note tone="bad" live="alert" title={t('dev.failed')}>
          {t(errorTextKey(move.error))}
        </Note>
      )}
      {data ? (
        <Card className={css.card}>
          <p>{t('dev.clock.now')}</p>
          <p className={css.now} role="status">
            {indiaTime(data.now, language)}
          </p>
          <p>{t(data.offset_seconds === 0 ? 'dev.clock.right' : 'dev.clock.moved')}</p>
          <div className={css.leaps}>
            {jumps.map(({ text, seconds }) => (
              <Button key={text} onClick={() => move.mutate({ advance_seconds: seconds })}>
                {t(text)}
              </Button>
            ))}
          </div>
          <SetForm onMove={move.mutate} />
          <Button kind="line" onClick={() => move.mutate('reset')}>
            {t('dev.clock.reset')}
          </Button>
        </Card>
      ) : (
        <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
    </DevFrame>
  )
}

function SetForm({ onMove }: { onMove: (move: ClockMove) => void }) {
  const t = useText()
  const [field, setField] = useState('')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onMove({ now: fromIndiaField(field) })
  }

  return (
    <form className={css.set} onSubmit={handleSubmit}>
      <Field label={t('dev.clock.set')}>
        <TextInput type="datetime-local" required value={field} onChange={(event) => setField(event.target.value)} />
      </Field>
      <Button type="submit">{t('dev.clock.setButton')}</Button>
    </form>
  )
}

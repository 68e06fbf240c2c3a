import type { QuietHours } from '@saathi/contract/notices/entities'
import { type FormEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from './choices-section.module.css'
import { useSetQuietHours } from './choices-queries.ts'

export function QuietHoursChoice({ hours }: { hours: QuietHours }) {
  const t = useText()
  const setting = useSetQuietHours()
  const isOn = setting.isPending ? setting.variables.isOn : hours.isOn
  return (
    <div className={css.choice} role="group" aria-label={t('profile.quiet')}>
      <div className={css.way}>
        <h3>{t('profile.quiet')}</h3>
        <Switch label={t('profile.quiet')} checked={isOn} onChange={(next) => setting.mutate({ ...hours, isOn: next })} />
      </div>
      <p className={css.text}>{t('profile.quiet.text')}</p>
      {hours.isOn && (
        <Times hours={hours} isSaving={setting.isPending} onSave={(times) => setting.mutate({ ...times, isOn: true })} />
      )}
      <span className="sr" role="status">
        {setting.isSuccess && t('profile.quiet.saved')}
      </span>
      {setting.isError && (
        <Note tone="bad" live="alert">
          {t('profile.quiet.failed')}
        </Note>
      )}
    </div>
  )
}

type Times = Pick<QuietHours, 'from' | 'until'>

function Times({ hours, isSaving, onSave }: { hours: Times; isSaving: boolean; onSave: (times: Times) => void }) {
  const t = useText()
  const [typed, setTyped] = useState<Partial<Times>>({})
  const times = { from: hours.from, until: hours.until, ...typed }
  const isChanged = times.from !== hours.from || times.until !== hours.until
  const isSame = times.from === times.until

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && !isSame) onSave(times)
  }

  return (
    <form className={css.times} onSubmit={handleSubmit}>
      <Field label={t('profile.quiet.from')}>
        <TextInput
          type="time"
          required
          value={times.from}
          onChange={({ target }) => setTyped({ ...typed, from: target.value })}
        />
      </Field>
      <Field label={t('profile.quiet.until')} error={isSame ? t('profile.quiet.same') : undefined}>
        <TextInput
          type="time"
          required
          value={times.until}
          onChange={({ target }) => setTyped({ ...typed, until: target.value })}
        />
      </Field>
      {/* Always rendered: a button that disappears when pressed would lose the focus. */}
      <Button type="submit" kind="soft" disabled={!isChanged} busy={isSaving} busyLabel={t('profile.quiet.saving')}>
        {t('profile.quiet.save')}
      </Button>
    </form>
  )
}

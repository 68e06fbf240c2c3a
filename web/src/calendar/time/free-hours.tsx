import { type FreeHours, FreeTime } from '@saathi/contract/calendar/free-hours'
import { INDIA, isZone } from '@saathi/contract/calendar/zone'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { weekdayNames } from '../day-names.ts'
import css from './free-hours.module.css'
import { useSetFreeHours } from './queries.ts'

type FreeHoursDialogProps = { open: boolean; mentorship: number; before: FreeHours | null; onClose: () => void }

/** Free hours are in the time zone of the device on which they are set. */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isZone(timeZone) ? timeZone : INDIA
}

export function FreeHoursDialog({ open, mentorship, before, onClose }: FreeHoursDialogProps) {
  const t = useText()
  const names = weekdayNames(useLanguage())
  const [days, setDays] = useState<readonly number[]>(before?.days ?? [])
  const [times, setTimes] = useState<readonly FreeTime[]>(before?.times ?? [])
  const [isTried, setTried] = useState(false)
  const saving = useSetFreeHours(mentorship)
  const isMissing = days.length === 0 || times.length === 0

  function toggled<T>(list: readonly T[], item: T): T[] {
    return list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
  }
  function save() {
    setTried(true)
    if (isMissing) return
    saving.mutate({ timeZone: ownZone(), days: [...days], times: [...times] }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      blocking={saving.isPending}
      sheet
      title={t('findTime.hours')}
      text={t('findTime.hours.text')}
      closeLabel={t('findTime.hours.close')}
      actions={
        <Button kind="primary" block busy={saving.isPending} busyLabel={t('calendar.form.saving')} onClick={save}>
          {t('findTime.hours.save')}
        </Button>
      }
    >
      <fieldset className={css.group}>
        <legend>{t('findTime.days')}</legend>
        {names.map(({ short, long }, day) => (
          <Toggle key={long} label={short} name={long} isOn={days.includes(day)} onToggle={() => setDays(toggled(days, day))} />
        ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('findTime.hours.times')}</legend>
        {FreeTime.options.map((time) => (
          <Toggle
            key={time}
            label={t(`findTime.hours.${time}`)}
            isOn={times.includes(time)}
            onToggle={() => setTimes(toggled(times, time))}
          />
        ))}
      </fieldset>
      {isTried && isMissing && (
        <Note tone="bad" live="alert">
          {t('findTime.hours.missing')}
        </Note>
      )}
      {saving.error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(saving.error))}
        </Note>
      )}
    </Dialog>
  )
}

type ToggleProps = { label: string; name?: string; isOn: boolean; onToggle: () => void }

const Toggle = ({ label, name, isOn, onToggle }: ToggleProps) => (
  <button type="button" className={css.toggle} aria-pressed={isOn} onClick={onToggle}>
    {name !== undefined && <span className="sr">{name}</span>}
    <span aria-hidden={name !== undefined}>{label}</span>
  </button>
)

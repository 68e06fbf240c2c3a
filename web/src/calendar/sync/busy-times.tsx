import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { Note } from '#core/ui/note.tsx'
import { useSetBusyTimes } from './queries.ts'
import css from './strip.module.css'

/** The owner's consent to read when they are busy. */
export function BusyTimes({ isOn }: { isOn: boolean }) {
  const t = useText()
  const setBusy = useSetBusyTimes()
  return (
    <>
      <div className={css.busy}>
        <span>
          {t('calendar.sync.busy')}
          <small>{t('calendar.sync.busy.text')}</small>
        </span>
        <Switch
          label={t('calendar.sync.busy')}
          checked={setBusy.isPending ? setBusy.variables : isOn}
          onChange={(next) => setBusy.mutate(next)}
        />
      </div>
      {setBusy.error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(setBusy.error))}
        </Note>
      )}
    </>
  )
}

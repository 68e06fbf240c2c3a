import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import type { Settings } from '@saathi/contract/staff/settings-calls'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useSetMaintenance } from './queries.ts'
import css from './settings.module.css'

/** Times in the field are those of India, wherever the reader is. */
const toField = (time: string | null) =>
  time === null ? '' : new Date(Date.parse(time) + INDIA_OFFSET_MS).toISOString().slice(0, 16)
const fromField = (text: string) => (text === '' ? null : new Date(`${text}:00+05:30`).toISOString())

export function Maintenance({ current, people }: { current: Settings['maintenance']; people: number }) {
  const t = useText()
  const { underMaintenance: isClosed } = current
  const [message, setMessage] = useState(current.message)
  const [until, setUntil] = useState(toField(current.until))
  const [isClosing, setClosing] = useState(false)
  const setting = useSetMaintenance(() => {
    setClosing(false)
    showToast({ text: t('staff.settings.saved') })
  })
  const set = (underMaintenance: boolean) => setting.mutate({ underMaintenance, message, until: fromField(until) })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isClosed) setClosing(true)
    else if (!setting.isPending) set(true)
  }

  return (
    <Card>
      <div className={css.head}>
        <h2>{t('staff.settings.maintenance')}</h2>
        <Chip tone={isClosed ? 'bad' : 'ok'}>{t(isClosed ? 'staff.settings.closed' : 'staff.settings.isOpen')}</Chip>
      </div>
      <p className={css.hint}>{t('staff.settings.maintenanceText')}</p>
      <form className={css.form} onSubmit={handleSubmit}>
        <Field label={t('staff.settings.message')} help={t('staff.settings.messageHelp')}>
          <TextArea value={message} maxLength={300} onChange={({ target }) => setMessage(target.value)} />
        </Field>
        <Field label={t('staff.settings.until')} help={t('staff.settings.untilHelp')}>
          <TextInput type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        </Field>
        {!isClosing && <RefusalNote error={setting.error} />}
        <div className={css.acts}>
          <Button type="submit" kind={isClosed ? 'line' : 'danger'} busy={setting.isPending} busyLabel={t('staff.busy')}>
            {t(isClosed ? 'staff.settings.saveMessage' : 'staff.settings.close')}
          </Button>
          {isClosed && (
            <Button kind="primary" busy={setting.isPending} busyLabel={t('staff.busy')} onClick={() => set(false)}>
              {t('staff.settings.open')}
            </Button>
          )}
        </div>
      </form>
      {isClosing && (
        <FormDialog
          action={setting}
          title={t('staff.settings.closeTitle')}
          text={t('staff.settings.closeText', { count: people })}
          button={t('staff.settings.closeNow')}
          isDanger
          onClose={() => setClosing(false)}
          onSubmit={() => set(true)}
        />
      )}
    </Card>
  )
}

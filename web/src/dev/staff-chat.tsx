import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { HOUR_MS } from '@saathi/contract/core/time'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { useBroadcast, useRedactMessage, useSetBlackout, useSetMember, useSetQuietHours } from './staff-queries.ts'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'

/** Conversations are chosen by id, as in their URL: staff cannot read their messages. */
export function StaffChat() {
  const t = useText()
  return (
    <Card className={css.card} aria-labelledby="staff-chat">
      <h2 id="staff-chat">{t('dev.staff.chat')}</h2>
      <OneChannel />
      <OneProgramme />
      <OneMessage />
    </Card>
  )
}

function NumberField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label}>
      <TextInput inputMode="numeric" autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

function OneChannel() {
  const t = useText()
  const [channel, setChannel] = useState('')
  const [person, setPerson] = useState('')
  const setting = useSetMember()
  const closing = useSetBlackout()
  const busy = { busy: setting.isPending || closing.isPending, busyLabel: t('dev.staff.busy') }
  const setMember = (isActive: boolean) => setting.mutate({ channel: Number(channel), person: Number(person), isActive })
  const close = (until: string | null) => closing.mutate({ channel: Number(channel), until })
  return (
    <>
      <div className={css.grid}>
        <NumberField label={t('dev.staff.chat.channel')} value={channel} onChange={setChannel} />
        <NumberField label={t('dev.staff.chat.person')} value={person} onChange={setPerson} />
      </div>
      <div className={css.row}>
        <Button {...busy} onClick={() => setMember(false)}>
          {t('dev.staff.chat.takeOut')}
        </Button>
        <Button {...busy} onClick={() => setMember(true)}>
          {t('dev.staff.chat.letIn')}
        </Button>
        <Button {...busy} onClick={() => close(new Date(serverNow() + HOUR_MS).toISOString())}>
          {t('dev.staff.chat.closeForAnHour')}
        </Button>
        <Button {...busy} onClick={() => close(null)}>
          {t('dev.staff.chat.open')}
        </Button>
      </div>
      <StaffOutcome action={setting} done={t('dev.staff.done')} />
      <StaffOutcome action={closing} done={t('dev.staff.done')} />
    </>
  )
}

function OneProgramme() {
  const t = useText()
  const [project, setProject] = useState('')
  const [hours, setHours] = useState({ begins: '22:00', ends: '06:00' })
  const [message, setMessage] = useState('')
  const quieting = useSetQuietHours()
  const broadcasting = useBroadcast()
  const busy = { busy: quieting.isPending || broadcasting.isPending, busyLabel: t('dev.staff.busy') }
  return (
    <>
      <div className={css.grid}>
        <NumberField label={t('dev.staff.chat.programme')} value={project} onChange={setProject} />
        <Field label={t('dev.staff.chat.begins')}>
          <TextInput type="time" value={hours.begins} onChange={({ target }) => setHours({ ...hours, begins: target.value })} />
        </Field>
        <Field label={t('dev.staff.chat.ends')}>
          <TextInput type="time" value={hours.ends} onChange={({ target }) => setHours({ ...hours, ends: target.value })} />
        </Field>
      </div>
      <div className={css.row}>
        <Button {...busy} onClick={() => quieting.mutate({ project: Number(project), hours })}>
          {t('dev.staff.chat.quiet')}
        </Button>
        <Button {...busy} onClick={() => quieting.mutate({ project: Number(project), hours: null })}>
          {t('dev.staff.chat.noQuiet')}
        </Button>
      </div>
      <StaffOutcome action={quieting} done={t('dev.staff.done')} />
      <Field label={t('dev.staff.chat.message')} className={css.wide}>
        <TextArea value={message} maxLength={TEXT_MAX} onChange={({ target }) => setMessage(target.value)} />
      </Field>
      <Button {...busy} onClick={() => broadcasting.mutate({ project: Number(project), message })}>
        {t('dev.staff.chat.broadcast')}
      </Button>
      <StaffOutcome action={broadcasting} done={t('dev.staff.chat.told', { count: broadcasting.data?.channels ?? 0 })} />
    </>
  )
}

function OneMessage() {
  const t = useText()
  const [id, setId] = useState('')
  const redacting = useRedactMessage()
  return (
    <>
      <NumberField label={t('dev.staff.chat.messageNumber')} value={id} onChange={setId} />
      <Button
        kind="danger"
        busy={redacting.isPending}
        busyLabel={t('dev.staff.busy')}
        onClick={() => redacting.mutate(Number(id))}
      >
        {t('dev.staff.chat.redact')}
      </Button>
      <StaffOutcome action={redacting} done={t('dev.staff.done')} />
    </>
  )
}

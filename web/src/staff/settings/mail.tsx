import type { Settings } from '@saathi/contract/staff/settings-calls'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useSendTestMail, useSetMailSender } from './queries.ts'
import css from './settings.module.css'

/** The sender of all mails. The mail server itself is set in the environment. */
export function Mail({ current: { sender, defaultSender, hasServer } }: { current: Settings['mail'] }) {
  const t = useText()
  const [name, setName] = useState(sender?.name ?? '')
  const [address, setAddress] = useState(sender?.address ?? '')
  const setting = useSetMailSender(() => showToast({ text: t('staff.settings.saved') }))
  const testing = useSendTestMail((reply) => showToast({ text: t('staff.settings.tested', reply) }))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!setting.isPending) setting.mutate(address.trim() === '' ? null : { name: name.trim(), address })
  }

  return (
    <Card>
      <div className={css.head}>
        <h2>{t('staff.settings.mail')}</h2>
        <Chip tone={hasServer ? 'ok' : 'warn'}>{t(hasServer ? 'staff.settings.server' : 'staff.settings.noServer')}</Chip>
      </div>
      <p className={css.hint}>{t('staff.settings.mailText', { sender: defaultSender })}</p>
      <form className={css.form} onSubmit={handleSubmit}>
        <div className={css.pair}>
          <Field label={t('staff.settings.senderName')}>
            <TextInput value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Field label={t('staff.settings.senderAddress')}>
            <TextInput type="email" value={address} maxLength={254} onChange={({ target }) => setAddress(target.value)} />
          </Field>
        </div>
        <RefusalNote error={setting.error ?? testing.error} />
        <div className={css.acts}>
          <Button type="submit" kind="line" busy={setting.isPending} busyLabel={t('staff.busy')}>
            {t('staff.settings.saveSender')}
          </Button>
          <Button kind="quiet" busy={testing.isPending} busyLabel={t('staff.busy')} onClick={() => testing.mutate()}>
            {t('staff.settings.test')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

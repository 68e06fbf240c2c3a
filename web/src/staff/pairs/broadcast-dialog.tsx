import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useConsole } from '../queries.ts'
import { pairsQuery, useBroadcast } from './queries.ts'

/** Sends one message to all running pairs and groups of a programme; shows their number first. */
export function BroadcastDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { programmes } = useConsole()
  const [programme, setProgramme] = useState(String(programmes[0]?.id ?? ''))
  const [message, setMessage] = useState('')
  const reached = useQuery(pairsQuery({ programme, state: 'running' }))
  const sending = useBroadcast(({ channels }) => {
    onClose()
    showToast({ text: t('staff.broadcast.sent', { count: channels }) })
  })
  return (
    <FormDialog
      action={sending}
      title={t('staff.broadcast.title')}
      text={t('staff.broadcast.text')}
      button={t('staff.broadcast.send')}
      onClose={onClose}
      onSubmit={() => sending.mutate({ projectId: Number(programme), message: message.trim() })}
    >
      <Field label={t('staff.people.programme')} required>
        <Select value={programme} required onChange={({ target }) => setProgramme(target.value)}>
          {programmes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('staff.broadcast.message')}
        help={
          reached.data && !reached.isPlaceholderData
            ? t('staff.broadcast.reaches', { count: reached.data.total })
            : t('app.loading')
        }
        required
      >
        <TextArea value={message} maxLength={TEXT_MAX} rows={4} required onChange={({ target }) => setMessage(target.value)} />
      </Field>
    </FormDialog>
  )
}

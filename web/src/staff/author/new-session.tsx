import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useCreateSession } from './queries.ts'

type NewSessionProps = { programmes: readonly { id: number; name: string }[]; isForAll: boolean; onClose: () => void }

/** Nobody but authors sees it until it is published. */
export function NewSessionDialog({ programmes, isForAll, onClose }: NewSessionProps) {
  const t = useText()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [project, setProject] = useState(isForAll ? 0 : (programmes[0]?.id ?? 0))
  const creating = useCreateSession((sessionKey) => {
    onClose()
    void navigate({ to: '/staff/content/session/$sessionKey', params: { sessionKey } })
  })
  return (
    <FormDialog
      action={creating}
      title={t('staff.content.new')}
      text={t('staff.content.newText')}
      button={t('staff.content.create')}
      onClose={onClose}
      onSubmit={() => creating.mutate({ kind: 'session', title: title.trim(), projectId: project === 0 ? null : project })}
    >
      <Field label={t('staff.content.field.title')} required>
        <TextInput value={title} maxLength={60} required onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <Field label={t('staff.content.field.forWhom')}>
        <Select value={project} onChange={({ target }) => setProject(Number(target.value))}>
          {isForAll && <option value={0}>{t('staff.content.everybody')}</option>}
          {programmes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

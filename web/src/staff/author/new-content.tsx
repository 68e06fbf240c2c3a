import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useCreateContent } from './queries.ts'

type NewContentProps = {
  kind: 'session' | 'survey' | 'post'
  programmes: readonly { id: number; name: string }[]
  isForAll: boolean
  onClose: () => void
}

/** Creates a draft, which only authors see until it is published. */
export function NewContentDialog({ kind, programmes, isForAll, onClose }: NewContentProps) {
  const t = useText()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [project, setProject] = useState(isForAll ? 0 : (programmes[0]?.id ?? 0))
  const creating = useCreateContent((contentKey) => {
    onClose()
    void navigate(
      kind === 'session'
        ? { to: '/staff/content/session/$sessionKey', params: { sessionKey: contentKey } }
        : { to: '/staff/content/$kind/$contentKey', params: { kind, contentKey } },
    )
  })
  return (
    <FormDialog
      action={creating}
      title={t(`staff.content.new.${kind}`)}
      text={t('staff.content.newText')}
      button={t('staff.content.create')}
      onClose={onClose}
      onSubmit={() => creating.mutate({ kind, title: title.trim(), projectId: project === 0 ? null : project })}
    >
      <Field label={t(kind === 'session' ? 'staff.content.field.title' : 'staff.content.field.name')} required>
        <TextInput value={title} maxLength={60} required onChange={({ target }) => setTitle(target.value)} />
      </Field>
      {kind !== 'post' && (
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
      )}
    </FormDialog>
  )
}

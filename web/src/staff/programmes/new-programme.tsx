import type { ProgrammeRow } from '@saathi/contract/staff/programme-calls'
import { GroupType } from '@saathi/contract/mentorship/entities'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { newUuid } from '#core/uuid.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useCreateProgramme } from './queries.ts'

type NewProgrammeProps = { programmes: readonly ProgrammeRow[]; copyOf?: number; onClose: () => void }

/** Most teams copy last year's programme. It stays closed until somebody opens it. */
export function NewProgrammeDialog({ programmes, copyOf, onClose }: NewProgrammeProps) {
  const t = useText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [source, setSource] = useState(copyOf ?? programmes[0]?.id ?? 0)
  const [groupType, setGroupType] = useState<GroupType>('1to1')
  const body = { name, groupType, copyOf: source === 0 ? null : source }
  const content = JSON.stringify(body)
  // The key stays the same for a retry, and changes with the content.
  const idempotencyKey = useMemo(() => (content ? newUuid() : ''), [content])
  const creating = useCreateProgramme((id) => {
    onClose()
    void navigate({ to: '/staff/programmes/$programmeId', params: { programmeId: String(id) } })
  })
  return (
    <FormDialog
      action={creating}
      title={t('staff.programmes.new')}
      text={t('staff.programmes.newText')}
      button={t('staff.programmes.create')}
      onClose={onClose}
      onSubmit={() => creating.mutate({ ...body, idempotencyKey })}
    >
      <Field label={t('staff.programmes.name')} required>
        <TextInput value={name} maxLength={80} required onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={t('staff.programmes.start')} help={source === 0 ? undefined : t('staff.programmes.copyHelp')}>
        <Select value={source} onChange={({ target }) => setSource(Number(target.value))}>
          <option value={0}>{t('staff.programmes.empty')}</option>
          {programmes.map((programme) => (
            <option key={programme.id} value={programme.id}>
              {t('staff.programmes.copyOf', { name: programme.name })}
            </option>
          ))}
        </Select>
      </Field>
      {source === 0 && (
        <Field label={t('staff.programmes.type')}>
          <Select value={groupType} onChange={({ target }) => setGroupType(GroupType.parse(target.value))}>
            {GroupType.options.map((type) => (
              <option key={type} value={type}>
                {t(`staff.programmes.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  )
}

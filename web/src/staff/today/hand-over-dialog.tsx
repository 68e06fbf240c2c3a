import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { colleaguesQuery, useHandOver } from './queries.ts'
import css from './today.module.css'

/** Shows what will move before it is done. Managers can also hand over the work of former colleagues. */
export function HandOverDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { id: userId } = useProfile()
  const colleagues = useQuery(colleaguesQuery)
  const [from, setFrom] = useState(userId)
  const [to, setTo] = useState(0)
  const [reason, setReason] = useState('')
  const handOver = useHandOver(({ moved }) => {
    showToast({ text: t('staff.handOver.done', moved) })
    onClose()
  })
  const all = colleagues.data ?? []
  const transferable = all.filter(({ canHandOver }) => canHandOver)
  const caseload = all.find(({ id }) => id === from)?.caseload ?? { pairs: 0, contacts: 0, rows: 0 }
  return (
    <FormDialog
      action={handOver}
      title={t('staff.handOver.title')}
      text={t('staff.handOver.moves')}
      button={t('staff.handOver.button')}
      onClose={onClose}
      onSubmit={() => handOver.mutate({ from, to, reason })}
    >
      {transferable.length > 1 && (
        <Field label={t('staff.handOver.from')}>
          <Select value={String(from)} onChange={({ target }) => setFrom(Number(target.value))}>
            {transferable.map(({ id, name, hasLeft }) => (
              <option key={id} value={String(id)}>
                {hasLeft ? t('staff.handOver.left', { name }) : name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className={css.meta} role="status">
        {t('staff.handOver.what', caseload)}
      </p>
      <Field label={t('staff.handOver.to')} required>
        <Select required value={to === 0 ? '' : String(to)} onChange={({ target }) => setTo(Number(target.value))}>
          <option value="">{t('staff.handOver.choose')}</option>
          {all
            .filter(({ id, hasLeft }) => id !== from && !hasLeft)
            .map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
      <ReasonField value={reason} onChange={setReason} help={t('staff.handOver.reasonHelp')} />
    </FormDialog>
  )
}

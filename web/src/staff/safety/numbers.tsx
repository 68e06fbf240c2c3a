import type { SafetyNumbers } from '@saathi/contract/safety/case-entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { numbersQuery, useSetNumbers } from './queries.ts'
import css from './queue.module.css'

type Programme = { id: number; name: string }
type NumbersDialogProps = { programmes: readonly Programme[]; onClose: () => void }

/** Edits the phone numbers of a programme: the head of the institution and the local police. */
export function NumbersDialog({ programmes, onClose }: NumbersDialogProps) {
  const t = useText()
  const [programmeId, setProgrammeId] = useState(programmes[0]?.id ?? 0)
  const numbers = useQuery(numbersQuery(programmeId))
  const choice = (
    <Field label={t('staff.safety.programme')}>
      <Select value={programmeId} onChange={({ target }) => setProgrammeId(Number(target.value))}>
        {programmes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
  if (numbers.data) {
    return (
      <NumbersForm key={programmeId} programmeId={programmeId} numbers={numbers.data} onClose={onClose}>
        {choice}
      </NumbersForm>
    )
  }
  return (
    <Dialog open sheet onClose={onClose} title={t('staff.safety.localNumbers')} closeLabel={t('staff.cancel')}>
      {choice}
      <QueryStates query={numbers}>{() => null}</QueryStates>
    </Dialog>
  )
}

type NumbersFormProps = { programmeId: number; numbers: SafetyNumbers; onClose: () => void; children: React.ReactNode }

function NumbersForm({ programmeId, numbers, onClose, children }: NumbersFormProps) {
  const t = useText()
  const language = useLanguage()
  const { headName, policeName, policeNumber, checkedAt, checkedBy } = numbers
  const [draft, setDraft] = useState({ headName, policeName, policeNumber })
  const saving = useSetNumbers(programmeId, () => {
    showToast({ text: t('staff.safety.numbersSaved') })
    onClose()
  })
  return (
    <FormDialog
      action={saving}
      title={t('staff.safety.localNumbers')}
      text={t('staff.safety.numbersText')}
      button={t('staff.safety.numbersSave')}
      onClose={onClose}
      onSubmit={() => saving.mutate(draft)}
    >
      {children}
      {(['headName', 'policeName', 'policeNumber'] as const).map((name) => (
        <Field key={name} label={t(`staff.safety.${name}`)}>
          <TextInput
            value={draft[name]}
            maxLength={name === 'policeNumber' ? 20 : 120}
            inputMode={name === 'policeNumber' ? 'tel' : 'text'}
            onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
          />
        </Field>
      ))}
      {checkedAt !== null && (
        <p className={css.meta}>
          {t('staff.safety.numbersChecked', { name: checkedBy ?? t('staff.look.former'), day: shortDay(checkedAt, language) })}
        </p>
      )}
    </FormDialog>
  )
}

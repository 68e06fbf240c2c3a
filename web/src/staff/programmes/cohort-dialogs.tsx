import type { Cohort } from '@saathi/contract/staff/programme-calls'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useDeleteCohort, useSaveCohort } from './queries.ts'

type CohortDialogProps = { programmeId: number; cohort: Cohort | null; onClose: () => void }

export function CohortDialog({ programmeId, cohort, onClose }: CohortDialogProps) {
  const t = useText()
  const { name = '', signUpFrom = '', startsOn = '', endsOn = '' } = cohort ?? {}
  const [draft, setDraft] = useState({ name, signUpFrom, startsOn, endsOn })
  const saving = useSaveCohort(programmeId, cohort, () => {
    onClose()
    showToast({ text: t('staff.programme.saved') })
  })
  const set = (field: keyof typeof draft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value })
  return (
    <FormDialog
      action={saving}
      title={cohort === null ? t('staff.cohort.new') : cohort.name}
      text={cohort === null ? t('staff.cohort.newText') : t('staff.cohort.reach', { count: cohort.people })}
      button={t('staff.programme.save')}
      onClose={onClose}
      onSubmit={() => saving.mutate(draft)}
    >
      <Field label={t('staff.cohort.name')} help={t('staff.cohort.nameHelp')} required>
        <TextInput value={draft.name} maxLength={80} required onChange={set('name')} />
      </Field>
      <Field label={t('staff.cohort.signUpFrom')} required>
        <TextInput type="date" value={draft.signUpFrom} required onChange={set('signUpFrom')} />
      </Field>
      <Field label={t('staff.cohort.startsOn')} required>
        <TextInput type="date" min={draft.signUpFrom} value={draft.startsOn} required onChange={set('startsOn')} />
      </Field>
      <Field label={t('staff.cohort.endsOn')} required>
        <TextInput type="date" min={draft.startsOn} value={draft.endsOn} required onChange={set('endsOn')} />
      </Field>
    </FormDialog>
  )
}

type DeleteCohortProps = { programmeId: number; cohort: Cohort; onClose: () => void }

export function DeleteCohortDialog({ programmeId, cohort: { id, name }, onClose }: DeleteCohortProps) {
  const t = useText()
  const deleting = useDeleteCohort(programmeId, onClose)
  return (
    <FormDialog
      action={deleting}
      title={t('staff.cohort.deleteTitle', { name })}
      text={t('staff.cohort.deleteText')}
      button={t('staff.cohort.deleteButton')}
      isDanger
      onClose={onClose}
      onSubmit={() => deleting.mutate(id)}
    />
  )
}

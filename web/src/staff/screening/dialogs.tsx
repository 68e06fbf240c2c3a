import { CheckKind, type MentorCheck, type ScreenedMentor } from '@saathi/contract/matching/screening-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { requirementsQuery, useSetApproval, useSetCheck, useSetRequirements } from './queries.ts'

type CheckDialogProps = { mentor: ScreenedMentor; check: MentorCheck; onClose: () => void }

export function CheckDialog({ mentor: { personId, name }, check, onClose }: CheckDialogProps) {
  const t = useText()
  const [isPassed, setPassed] = useState(true)
  const [evidence, setEvidence] = useState(check.evidence)
  const [expiresOn, setExpiresOn] = useState(check.state === 'passed' ? (check.expiresOn ?? '') : '')
  const recording = useSetCheck({ personId, kind: check.kind }, () => {
    onClose()
    showToast({ text: t('staff.screening.recorded') })
  })
  return (
    <FormDialog
      action={recording}
      title={`${t(`staff.check.${check.kind}`)}: ${name}`}
      button={t('staff.screening.record')}
      onClose={onClose}
      onSubmit={() => recording.mutate({ isPassed, evidence, expiresOn: expiresOn === '' ? null : expiresOn })}
    >
      <Field label={t('staff.screening.result')}>
        <Select value={isPassed ? 'passed' : 'failed'} onChange={({ target }) => setPassed(target.value === 'passed')}>
          <option value="passed">{t('staff.screening.passed')}</option>
          <option value="failed">{t('staff.screening.failed')}</option>
        </Select>
      </Field>
      <Field label={t('staff.screening.evidence')} help={t('staff.screening.evidenceHelp')} required>
        <TextInput value={evidence} minLength={3} maxLength={500} required onChange={({ target }) => setEvidence(target.value)} />
      </Field>
      {isPassed && (
        <Field label={t('staff.screening.expires')} help={t('staff.screening.expiresHelp')}>
          <TextInput type="date" value={expiresOn} onChange={({ target }) => setExpiresOn(target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

export function ApprovalDialog({ mentor, onClose }: { mentor: ScreenedMentor; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const deciding = useSetApproval(mentor.personId, onClose)
  const button = t(mentor.isApproved ? 'staff.screening.end' : 'staff.screening.approve')
  return (
    <FormDialog
      action={deciding}
      title={`${button}: ${mentor.name}`}
      button={button}
      onClose={onClose}
      onSubmit={() => deciding.mutate({ isApproved: !mentor.isApproved, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Which checks a programme requires. */
export function RequirementsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const programmes = useQuery(requirementsQuery)
  const [projectId, setProjectId] = useState<number | null>(null)
  const [changed, setChanged] = useState<readonly CheckKind[] | null>(null)
  const saving = useSetRequirements(({ ended }) => {
    onClose()
    showToast({ text: t('staff.screening.ended', { count: ended }) })
  })
  const shown = programmes.data?.find((each) => each.projectId === projectId) ?? programmes.data?.[0]
  const kinds = changed ?? shown?.kinds ?? []
  return (
    <FormDialog
      action={saving}
      title={t('staff.screening.required')}
      text={t('staff.screening.requiredText')}
      button={t('staff.screening.save')}
      onClose={onClose}
      onSubmit={() => shown && saving.mutate({ projectId: shown.projectId, kinds: [...kinds] })}
    >
      <QueryStates query={programmes}>
        {(all) => (
          <>
            <Field label={t('staff.people.programme')}>
              <Select
                value={shown?.projectId}
                onChange={({ target }) => {
                  setProjectId(Number(target.value))
                  setChanged(null)
                }}
              >
                {all.map((each) => (
                  <option key={each.projectId} value={each.projectId}>
                    {each.name}
                  </option>
                ))}
              </Select>
            </Field>
            {CheckKind.options.map((kind) => (
              <Checkbox
                key={kind}
                checked={kinds.includes(kind)}
                onChange={({ target }) => setChanged(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))}
              >
                {t(`staff.check.${kind}`)}
              </Checkbox>
            ))}
          </>
        )}
      </QueryStates>
    </FormDialog>
  )
}

import type { InstitutionCode, Programme } from '@saathi/contract/staff/programme-calls'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { DomainsField, readDomains } from './domains-field.tsx'
import { NumberField } from './number-field.tsx'
import { useSaveCode } from './queries.ts'

const newCode = { code: '', name: '', emailDomains: [], isActive: true, cohortId: null, places: null, endsOn: null }

type CodeDialogProps = { programme: Programme; code: InstitutionCode | null; onClose: () => void }

/** Adds a code, or changes everything about one except the code itself, which people have been given. */
export function CodeDialog({ programme, code, onClose }: CodeDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState<Omit<InstitutionCode, 'used' | 'state' | 'version'>>(code ?? newCode)
  const [domains, setDomains] = useState(draft.emailDomains.join(', '))
  const saving = useSaveCode(programme.id, code?.version ?? null, () => {
    onClose()
    showToast({ text: t('staff.programme.saved') })
  })
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })
  function save() {
    const { name, isActive, cohortId, places, endsOn } = draft
    saving.mutate({ code: draft.code, name, isActive, cohortId, places, endsOn, emailDomains: readDomains(domains) })
  }
  return (
    <FormDialog
      action={saving}
      title={code === null ? t('staff.code.new') : code.code}
      text={t(code === null ? 'staff.code.newText' : 'staff.code.reach', { count: code?.used ?? 0 })}
      button={t('staff.programme.save')}
      onClose={onClose}
      onSubmit={save}
    >
      {code === null && (
        <Field label={t('staff.code.code')} help={t('staff.code.codeHelp')} required>
          <TextInput
            value={draft.code}
            maxLength={40}
            pattern="[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
            title={t('staff.code.codeHelp')}
            autoCapitalize="characters"
            spellCheck={false}
            required
            onChange={({ target }) => change({ code: target.value.toUpperCase() })}
          />
        </Field>
      )}
      <Field label={t('staff.code.institution')} required>
        <TextInput value={draft.name} maxLength={100} required onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <DomainsField value={domains} help={t('staff.code.domainsHelp')} onChange={setDomains} />
      <Field label={t('staff.code.cohort')}>
        <Select
          value={draft.cohortId ?? ''}
          onChange={({ target }) => change({ cohortId: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{t('staff.code.openCohort')}</option>
          {programme.cohorts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <NumberField
        label={t('staff.code.places')}
        help={t('staff.code.placesHelp')}
        min={1}
        max={100_000}
        required={false}
        value={draft.places}
        onChange={(places) => change({ places })}
      />
      <Field label={t('staff.code.lastDay')} help={t('staff.team.lastDayHelp')}>
        <TextInput
          type="date"
          value={draft.endsOn ?? ''}
          onChange={({ target }) => change({ endsOn: target.value === '' ? null : target.value })}
        />
      </Field>
      <Checkbox checked={draft.isActive} onChange={({ target }) => change({ isActive: target.checked })}>
        {t('staff.code.isOn')}
      </Checkbox>
    </FormDialog>
  )
}

import type { StaffRole } from '@saathi/contract/accounts/roles'
import type { TeamMember } from '@saathi/contract/accounts/team-calls'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useGiveRight } from './queries.ts'
import { RightFields, useRightChoice } from './right-fields.tsx'

type GiveRightDialogProps = { member: TeamMember; roles: readonly StaffRole[]; onClose: () => void }

/** A role, for one programme or all, until a day or without end. */
export function GiveRightDialog({ member, roles, onClose }: GiveRightDialogProps) {
  const t = useText()
  const giving = useGiveRight(onClose)
  const choice = useRightChoice(roles)
  const [lastDay, setLastDay] = useState('')
  const { role, programme } = choice

  function handleSubmit() {
    if (role) giving.mutate({ personId: member.personId, role, projectId: programme?.id ?? null, until: endOf(lastDay) })
  }

  return (
    <FormDialog
      action={giving}
      title={t('staff.team.giveTitle', { name: member.name })}
      button={t('staff.team.give')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <RightFields choice={choice} />
      <Field label={t('staff.team.lastDay')} help={t('staff.team.lastDayHelp')}>
        <TextInput type="date" value={lastDay} onChange={({ target }) => setLastDay(target.value)} />
      </Field>
    </FormDialog>
  )
}

/** The right counts until the end of that day in India. */
function endOf(lastDay: string): string | null {
  if (!lastDay) return null
  const start = new Date(`${lastDay}T00:00:00+05:30`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000).toISOString()
}

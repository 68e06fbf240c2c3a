import { isForInstance, StaffRole } from '@saathi/contract/accounts/roles'
import type { TeamMember } from '@saathi/contract/accounts/team-calls'
import { useId, useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useConsole } from '../queries.ts'
import { useGiveRight } from './queries.ts'

type GiveRightDialogProps = { member: TeamMember; roles: readonly StaffRole[]; onClose: () => void }

const everywhere = 'everywhere'

/** A role, for one programme or all, until a day or without end. */
export function GiveRightDialog({ member, roles, onClose }: GiveRightDialogProps) {
  const t = useText()
  const formId = useId()
  const { programmes, rights } = useConsole()
  const giving = useGiveRight(onClose)
  const isEverywhere = rights.some(({ projectId }) => projectId === null)
  const [role, setRole] = useState<StaffRole | undefined>(roles[0])
  const [place, setPlace] = useState(isEverywhere ? everywhere : String(programmes[0]?.id ?? everywhere))
  const [lastDay, setLastDay] = useState('')
  const hasPlace = role !== undefined && !isForInstance(role)
  const projectId = hasPlace && place !== everywhere ? Number(place) : null

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (role) giving.mutate({ personId: member.personId, role, projectId, until: endOf(lastDay) })
  }

  return (
    <>
      <Dialog
        open
        sheet
        onClose={onClose}
        title={t('staff.team.giveTitle', { name: member.name })}
        actions={
          <>
            <Button kind="line" onClick={onClose}>
              {t('staff.cancel')}
            </Button>
            <Button type="submit" form={formId} kind="primary" busy={giving.isPending} busyLabel={t('staff.busy')}>
              {t('staff.team.give')}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={handleSubmit}>
          <Field label={t('staff.team.role')} help={role && t(`staff.role.${role}`)}>
            <Select value={role} onChange={({ target }) => setRole(StaffRole.safeParse(target.value).data)}>
              {roles.map((each) => (
                <option key={each} value={each}>
                  {t(`profile.role.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          {hasPlace && (
            <Field label={t('staff.team.where')}>
              <Select value={place} onChange={({ target }) => setPlace(target.value)}>
                {isEverywhere && <option value={everywhere}>{t('staff.team.everywhere')}</option>}
                {programmes.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={t('staff.team.lastDay')} help={t('staff.team.lastDayHelp')}>
            <TextInput type="date" value={lastDay} onChange={({ target }) => setLastDay(target.value)} />
          </Field>
          <RefusalNote error={giving.error} />
        </form>
      </Dialog>
      <ConfirmFirst action={giving} />
    </>
  )
}

/** The right counts until the end of that day in India. */
function endOf(lastDay: string): string | null {
  if (!lastDay) return null
  const start = new Date(`${lastDay}T00:00:00+05:30`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000).toISOString()
}

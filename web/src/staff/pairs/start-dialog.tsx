import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { type Picked, PersonPicker } from '../kit/person-picker.tsx'
import { useConsole } from '../queries.ts'
import { coordinatorsQuery, useStartPair } from './queries.ts'

/** Starts a mentorship without a match. It unlocks the same features for the members as a match does. */
export function StartPairDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  const coordinators = useQuery(coordinatorsQuery)
  const [programme, setProgramme] = useState(String(programmes[0]?.id ?? ''))
  const [mentors, setMentors] = useState<Picked[]>([])
  const [mentees, setMentees] = useState<Picked[]>([])
  const [coordinator, setCoordinator] = useState('')
  const [reason, setReason] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const starting = useStartPair(({ id }) => {
    showToast({ text: t('staff.pairs.started') })
    void navigate({ to: '/staff/pairs/$mentorshipId', params: { mentorshipId: String(id) } })
  })
  function handleSubmit() {
    const [mentor] = mentors
    setIncomplete(!mentor || mentees.length === 0)
    if (!mentor || mentees.length === 0) return
    const pairManager = coordinator === '' ? null : Number(coordinator)
    starting.mutate({ mentor: mentor.id, mentees: mentees.map(({ id }) => id), pairManager, reason })
  }
  return (
    <FormDialog
      action={starting}
      title={t('staff.pairs.start')}
      text={t('staff.pairs.startText')}
      button={t('staff.pairs.startButton')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <Field label={t('staff.people.programme')}>
        <Select
          value={programme}
          onChange={({ target }) => {
            setProgramme(target.value)
            setMentors([])
            setMentees([])
          }}
        >
          {programmes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <PersonPicker
        label={t('staff.pairs.mentor')}
        among={{ programme }}
        fits={({ role, stage }) => isMentor(role) && stage !== 'blocked'}
        value={mentors}
        onChange={setMentors}
      />
      <PersonPicker
        label={t('staff.pairs.mentees')}
        among={{ programme }}
        fits={({ role, stage }) =>
          !isMentor(role) && stage !== 'staff' && stage !== 'blocked' && stage !== 'in_pair' && stage !== 'in_group'
        }
        value={mentees}
        most={GROUP_MAX_MENTEES}
        onChange={setMentees}
      />
      <Field label={t('staff.pairs.coordinator')} help={t('staff.pairs.coordinatorHelp')}>
        <Select value={coordinator} onChange={({ target }) => setCoordinator(target.value)}>
          <option value="">{t('staff.pairs.noCoordinator')}</option>
          {coordinators.data?.map(({ personId, name }) => (
            <option key={personId} value={personId}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonField value={reason} onChange={setReason} />
      {isIncomplete && <p role="alert">{t('staff.pairs.incomplete')}</p>}
    </FormDialog>
  )
}

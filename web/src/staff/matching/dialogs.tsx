import { isMentor } from '@saathi/contract/accounts/roles'
import type { Seeker, StaffOffer } from '@saathi/contract/matching/staff-calls'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { type Picked, PersonPicker } from '../kit/person-picker.tsx'
import { useKeepApart, useMakeMatch, useSetSeeker, useWithdraw } from './queries.ts'

function useDone(onClose: () => void, text: string) {
  return () => {
    onClose()
    showToast({ text })
  }
}

/** The two people of a manual match, or of a pair to keep apart. */
function useTwoPeople() {
  const [mentees, setMentees] = useState<Picked[]>([])
  const [mentors, setMentors] = useState<Picked[]>([])
  const [reason, setReason] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  function submit(act: (pair: { mentor: number; mentee: number; reason: string }) => void) {
    const [mentee, mentor] = [mentees[0], mentors[0]]
    setIncomplete(!mentee || !mentor)
    if (mentee && mentor) act({ mentor: mentor.id, mentee: mentee.id, reason })
  }
  return { mentees, setMentees, mentors, setMentors, reason, setReason, isIncomplete, submit }
}

type TwoPeopleProps = { two: ReturnType<typeof useTwoPeople>; isWaiting: boolean }

function TwoPeople({ two, isWaiting }: TwoPeopleProps) {
  const t = useText()
  const among = isWaiting ? ({ stage: 'waits_for_match', sort: 'oldest' } as const) : {}
  return (
    <>
      <PersonPicker
        label={t('staff.matching.mentee')}
        among={among}
        fits={({ role, stage }) => !isMentor(role) && stage !== 'staff'}
        value={two.mentees}
        onChange={two.setMentees}
      />
      <PersonPicker
        label={t('staff.pairs.mentor')}
        among={isWaiting ? {} : among}
        fits={({ role }) => isMentor(role)}
        value={two.mentors}
        onChange={two.setMentors}
      />
      <ReasonField value={two.reason} onChange={two.setReason} help={t('staff.matching.reasonHelp')} />
      {two.isIncomplete && <p role="alert">{t('staff.matching.incomplete')}</p>}
    </>
  )
}

export function ByHandDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const two = useTwoPeople()
  const making = useMakeMatch(useDone(onClose, t('staff.matching.byHandDone')))
  return (
    <FormDialog
      action={making}
      title={t('staff.matching.byHand')}
      text={t('staff.matching.byHandText')}
      button={t('staff.matching.byHandButton')}
      onClose={onClose}
      onSubmit={() => two.submit((pair) => making.mutate(pair))}
    >
      <TwoPeople two={two} isWaiting />
    </FormDialog>
  )
}

export function ApartDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const two = useTwoPeople()
  const keeping = useKeepApart(useDone(onClose, t('staff.matching.apartDone')))
  return (
    <FormDialog
      action={keeping}
      title={t('staff.matching.apart')}
      text={t('staff.matching.apartText')}
      button={t('staff.matching.apart')}
      onClose={onClose}
      onSubmit={() => two.submit((pair) => keeping.mutate(pair))}
    >
      <TwoPeople two={two} isWaiting={false} />
    </FormDialog>
  )
}

export function WithdrawDialog({ offer, onClose }: { offer: StaffOffer; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const withdrawing = useWithdraw(offer.id, useDone(onClose, t('staff.matching.withdrawn')))
  return (
    <FormDialog
      action={withdrawing}
      title={t('staff.matching.withdrawTitle', { mentee: offer.menteeName, mentor: offer.mentorName })}
      text={t(offer.state === 'proposed' ? 'staff.matching.withdrawProposed' : 'staff.matching.withdrawText')}
      button={t('staff.matching.withdraw')}
      isDanger
      onClose={onClose}
      onSubmit={() => withdrawing.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} help={t('staff.matching.reasonHelp')} />
    </FormDialog>
  )
}

export function PlacesDialog({ seeker, onClose }: { seeker: Seeker; onClose: () => void }) {
  const t = useText()
  const [places, setPlaces] = useState(seeker.places)
  const saving = useSetSeeker(seeker.person, useDone(onClose, t('staff.matching.placesDone')))
  return (
    <FormDialog
      action={saving}
      title={t('staff.matching.placesTitle', { name: seeker.name })}
      text={t('staff.matching.placesText')}
      button={t('staff.matching.save')}
      onClose={onClose}
      onSubmit={() => saving.mutate({ places })}
    >
      <Field label={t('staff.matching.placesLabel')} required>
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          required
          value={places}
          onChange={({ target }) => setPlaces(target.valueAsNumber || 1)}
        />
      </Field>
    </FormDialog>
  )
}

export function LeavePoolDialog({ seeker, onClose }: { seeker: Seeker; onClose: () => void }) {
  const t = useText()
  const leaving = useSetSeeker(seeker.person, useDone(onClose, t('staff.matching.outDone')))
  return (
    <FormDialog
      action={leaving}
      title={t('staff.matching.outTitle', { name: seeker.name })}
      text={t('staff.matching.outText')}
      button={t('staff.matching.out')}
      isDanger
      onClose={onClose}
      onSubmit={() => leaving.mutate({ isSeeking: false })}
    />
  )
}

/** Returns a person to the pool whom the team removed, or whose mentorship has ended. */
export function EnterPoolDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [people, setPeople] = useState<Picked[]>([])
  const [person] = people
  const [isIncomplete, setIncomplete] = useState(false)
  const entering = useSetSeeker(person?.id ?? 0, useDone(onClose, t('staff.matching.inDone')))
  function handleSubmit() {
    setIncomplete(!person)
    if (person) entering.mutate({ isSeeking: true })
  }
  return (
    <FormDialog
      action={entering}
      title={t('staff.matching.in')}
      text={t('staff.matching.inText')}
      button={t('staff.matching.in')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <PersonPicker
        label={t('staff.people.person')}
        among={{}}
        fits={({ stage }) => stage !== 'staff' && stage !== 'blocked' && stage !== 'waits_for_match'}
        value={people}
        onChange={setPeople}
      />
      {isIncomplete && <p role="alert">{t('staff.matching.incompleteOne')}</p>}
    </FormDialog>
  )
}

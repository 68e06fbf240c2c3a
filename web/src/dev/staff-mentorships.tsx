import type { StaffMentorship } from '@saathi/contract/mentorship/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import { DevPending } from './dev-pending.tsx'
import { StaffMentorshipStart } from './staff-mentorship-start.tsx'
import { staffMentorshipsQuery, useEndMentorship, useTakeOutMember } from './staff-mentorship-queries.ts'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'

export function StaffMentorships() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(staffMentorshipsQuery)
  const [chosenId, setChosenId] = useState('')
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const chosen = data.mentorships.find(({ id }) => String(id) === chosenId)
  return (
    <Card className={css.card} aria-labelledby="staff-mentorships">
      <h2 id="staff-mentorships">{t('dev.staff.mentorships')}</h2>
      <Field label={t('dev.staff.mentorships.which')} className={css.wide}>
        <Select value={chosen ? chosenId : ''} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">{t('dev.staff.mentorships.none')}</option>
          {data.mentorships.map((mentorship) => (
            <option key={mentorship.id} value={mentorship.id}>
              {namesOf(mentorship)}
            </option>
          ))}
        </Select>
      </Field>
      {/* Keyed, so that results for one mentorship are not shown for the next. */}
      {chosen && <Chosen key={chosen.id} mentorship={chosen} />}
      <StaffMentorshipStart />
    </Card>
  )
}

const namesOf = ({ id, members }: StaffMentorship) =>
  [`#${id}`, ...members.filter(({ isActive }) => isActive).map(({ userFullName }) => userFullName)].join(' · ')

function Chosen({ mentorship: { id, members, endedAt } }: { mentorship: StaffMentorship }) {
  const t = useText()
  const ending = useEndMentorship(id)
  const takingOut = useTakeOutMember(id)
  return (
    <>
      <ul className={css.said} aria-label={t('dev.staff.mentorships.members')}>
        {members.map(({ userId, userFullName, part, isActive }) => (
          <li key={userId} className={css.row}>
            <span>{`${userFullName} · ${t(`mentorship.part.${part}`)}`}</span>
            {!isActive && <span>{t('dev.staff.mentorships.gone')}</span>}
            {isActive && endedAt === null && (
              <Button
                size="sm"
                busy={takingOut.isPending}
                busyLabel={t('dev.staff.busy')}
                onClick={() => takingOut.mutate(userId)}
              >
                {t('dev.staff.mentorships.takeOut', { name: userFullName })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <StaffOutcome action={takingOut} done={t('dev.staff.done')} />
      {endedAt === null && (
        <Button kind="danger" busy={ending.isPending} busyLabel={t('dev.staff.busy')} onClick={() => ending.mutate()}>
          {t('dev.staff.mentorships.end')}
        </Button>
      )}
      <StaffOutcome action={ending} done={t('dev.staff.done')} />
    </>
  )
}

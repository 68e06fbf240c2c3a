import { type StaffMentorship, startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { Select } from '#core/ui/form/select.tsx'
import type { Account } from './dev-api.ts'
import { DevPending } from './dev-frame.tsx'
import { accountsQuery } from './queries.ts'
import { staffMentorshipsQuery, useEndMentorship, useTakeOutMember, useStartMentorship } from './staff-queries.ts'
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

function StaffMentorshipStart() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  const starting = useStartMentorship()
  const [isFaulty, setFaulty] = useState(false)
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (starting.isPending) return
    const typed = new FormData(event.currentTarget)
    const idOf = (name: string) => Number(typed.get(name)) || null
    const mentorship = z.safeParse(startMentorship.body, {
      mentor: idOf('mentor'),
      mentees: typed.getAll('mentees').map(Number),
      pairManager: idOf('pairManager'),
    })
    setFaulty(!mentorship.success)
    if (mentorship.success) starting.mutate(mentorship.data)
  }

  return (
    <form className={css.form} onSubmit={handleSubmit} aria-labelledby="staff-mentorship-start" noValidate>
      <h3 id="staff-mentorship-start">{t('dev.staff.mentorships.start')}</h3>
      <div className={css.grid}>
        <Field label={t('dev.staff.mentorships.mentor')}>
          <Select name="mentor">
            <option value="">{t('dev.staff.nobody')}</option>
            <People accounts={data} />
          </Select>
        </Field>
        <Field label={t('dev.staff.mentorships.mentees')} help={t('dev.staff.mentorships.menteesHelp')}>
          <Select name="mentees" multiple size={5}>
            <People accounts={data} />
          </Select>
        </Field>
        <Field label={t('dev.staff.mentorships.manager')}>
          <Select name="pairManager">
            <option value="">{t('dev.staff.mentorships.noManager')}</option>
            <People accounts={data} />
          </Select>
        </Field>
      </div>
      {isFaulty && (
        <Note tone="bad" live="alert">
          {t('dev.staff.mentorships.faulty')}
        </Note>
      )}
      <Button type="submit" kind="primary" busy={starting.isPending} busyLabel={t('dev.staff.busy')}>
        {t('dev.staff.mentorships.startButton')}
      </Button>
      <StaffOutcome action={starting} done={t('dev.staff.mentorships.started')} />
    </form>
  )
}

/** Lists everyone; the server checks who fits. */
function People({ accounts }: { accounts: readonly Account[] }) {
  return accounts.map(({ id, display_name, role, email }) => (
    <option key={id} value={id}>{`${display_name} · ${role} · ${email}`}</option>
  ))
}

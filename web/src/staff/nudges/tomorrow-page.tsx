import { NUDGE_HOUR, type Nudge, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { longDay, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { useLiveWork } from '../today/queries.ts'
import todayCss from '../today/today.module.css'
import css from './nudges.module.css'
import { nudgesQuery, useTakeOut } from './queries.ts'

type Search = { plan?: string; after?: string }
const noon = (day: string): string => `${day}T06:00:00Z`

/** The recipients of automatic messages today and tomorrow, with the texts; single messages can be taken out. */
export function TomorrowPage() {
  const t = useText()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  useLiveWork()
  const trigger = NudgeTrigger.safeParse(search.plan).data
  const after = Number(search.after) || undefined
  const found = useQuery(nudgesQuery({ ...(trigger && { trigger }), ...(after && { after }) }))
  const show = (next: Search) => void navigate({ to: '/staff/today/tomorrow', search: next })
  return (
    <>
      <p>
        <Link to="/staff/today">{t('staff.rules.back')}</Link>
      </p>
      <PageHead
        title={t('staff.nudges.card')}
        text={t('staff.nudges.text', { hour: NUDGE_HOUR })}
        actions={
          <FilterSelect
            label={t('staff.nudges.filter')}
            value={trigger ?? ''}
            options={[
              ['', t('staff.nudges.allPlans')],
              ...NudgeTrigger.options.map((each) => [each, t(`staff.nudges.plan.${each}`)] as const),
            ]}
            onChange={(plan) => show(plan === '' ? {} : { plan })}
          />
        }
      />
      <QueryStates query={found}>
        {({ nudges, next }) => (
          <div className={css.page}>
            {nudges.length === 0 ? (
              <Empty title={t('staff.nudges.none')} text={t('staff.nudges.noneText')} />
            ) : (
              <Days nudges={nudges} />
            )}
            {next !== null && (
              <p>
                <Button kind="line" size="sm" onClick={() => show({ ...search, after: String(next) })}>
                  {t('staff.today.next')}
                </Button>
              </p>
            )}
          </div>
        )}
      </QueryStates>
    </>
  )
}

function Days({ nudges }: { nudges: readonly Nudge[] }) {
  const language = useLanguage()
  const [current, setCurrent] = useState<Nudge | null>(null)
  const days = [...Map.groupBy(nudges, ({ on }) => on)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      {days.map(([day, ofDay]) => (
        <section key={day} className={css.page}>
          <h2>{longDay(noon(day), language)}</h2>
          <ul className={css.list}>
            {ofDay.map((nudge) => (
              <Row key={nudge.id} nudge={nudge} onTakeOut={() => setCurrent(nudge)} />
            ))}
          </ul>
        </section>
      ))}
      {current && <TakeOutDialog nudge={current} onClose={() => setCurrent(null)} />}
    </>
  )
}

function Row({ nudge, onTakeOut }: { nudge: Nudge; onTakeOut: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { person, programme, trigger, since, mentorship, state, takenOutBy, reason, title, text } = nudge
  const isOut = state === 'taken_out'
  const label = t(isOut ? 'staff.nudges.putBack' : 'staff.nudges.takeOut')
  return (
    <li className={css.row} data-out={isOut || undefined}>
      <div className={css.who}>
        <Avatar name={person.name} picture={person.picture} size="sm" />
        <span>
          <Link to="/staff/pairs/$mentorshipId" params={{ mentorshipId: String(mentorship) }}>
            <b dir="auto">{person.name}</b>
          </Link>
          <small>
            {t(`staff.pair.part.${person.part}`)} · {programme}
          </small>
          <small>
            {t(`staff.nudges.plan.${trigger}`)} · {t('staff.today.since', { day: shortDay(since, language) })}
          </small>
        </span>
      </div>
      <div>
        <p className={css.message} dir="auto">
          <b>{title}</b>
          <span>{text}</span>
        </p>
        {isOut && (
          <Chip tone="warn">{t('staff.nudges.out', { by: takenOutBy ?? t('staff.pair.someone'), reason: reason ?? '' })}</Chip>
        )}
      </div>
      <div className={todayCss.acts}>
        <Button kind="line" size="sm" aria-label={`${label}: ${person.name}`} onClick={onTakeOut}>
          {label}
        </Button>
      </div>
    </li>
  )
}

function TakeOutDialog({ nudge, onClose }: { nudge: Nudge; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const isOut = nudge.state !== 'taken_out'
  const taking = useTakeOut(nudge.id, onClose)
  const label = t(isOut ? 'staff.nudges.takeOut' : 'staff.nudges.putBack')
  return (
    <FormDialog
      action={taking}
      title={`${label}: ${nudge.person.name}`}
      text={t(isOut ? 'staff.nudges.takeOutText' : 'staff.nudges.putBackText')}
      button={label}
      onClose={onClose}
      onSubmit={() => taking.mutate({ isOut, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

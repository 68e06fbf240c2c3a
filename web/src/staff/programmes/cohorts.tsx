import type { Cohort, Programme } from '@saathi/contract/staff/programme-calls'
import { type CSSProperties, useState } from 'react'
import { monthAndYear, monthName, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus, trash } from '#core/ui/icons.ts'
import { SectionHead } from '#core/ui/section-head.tsx'
import kitCss from '../kit/kit.module.css'
import css from './cohorts.module.css'
import { CohortDialog, DeleteCohortDialog } from './cohort-dialogs.tsx'
import { spanOf, type Span } from './span.ts'

/** The cohorts of the programme on a timeline. */
export function Cohorts({ programme }: { programme: Programme }) {
  const t = useText()
  const language = useLanguage()
  const [editing, setEditing] = useState<Cohort | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Cohort | null>(null)
  const { id, cohorts, openCohortId, today } = programme
  const span = spanOf(cohorts, today)
  return (
    <Card aria-labelledby="programme-cohorts" className={css.card}>
      <SectionHead
        id="programme-cohorts"
        title={
          <>
            {t('staff.programme.cohorts')} {cohorts.length > 0 && <small>{t('staff.cohort.line')}</small>}
          </>
        }
        action={
          <Button size="sm" kind="line" onClick={() => setEditing('new')}>
            <Icon of={plus} size={18} /> {t('staff.cohort.new')}
          </Button>
        }
      />
      {cohorts.length === 0 ? (
        <Empty small level={3} title={t('staff.cohort.none')} text={t('staff.cohort.noneText')} />
      ) : (
        <>
          {openCohortId === null && <p className={css.hint}>{t('staff.cohort.noneOpen')}</p>}
          <div className={css.months} aria-hidden="true">
            {span.months.map(({ day, at, isFirstOfYear }) => (
              <span key={day} style={{ insetInlineStart: `${at}%` }}>
                {isFirstOfYear ? monthAndYear(day, language) : monthName(day, language)}
              </span>
            ))}
          </div>
          <ul className={css.cohorts}>
            {cohorts.map((cohort) => (
              <CohortRow
                key={cohort.id}
                cohort={cohort}
                programme={programme}
                span={span}
                onChange={() => setEditing(cohort)}
                onDelete={() => setDeleting(cohort)}
              />
            ))}
          </ul>
        </>
      )}
      {editing !== null && (
        <CohortDialog programmeId={id} cohort={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteCohortDialog programmeId={id} cohort={deleting} onClose={() => setDeleting(null)} />}
    </Card>
  )
}

type CohortRowProps = { cohort: Cohort; programme: Programme; span: Span; onChange: () => void; onDelete: () => void }

function CohortRow({ cohort, programme: { codes, openCohortId, today }, span, onChange, onDelete }: CohortRowProps) {
  const t = useText()
  const language = useLanguage()
  const { id, name, signUpFrom, startsOn, endsOn, people, mentorships } = cohort
  const isOpen = id === openCohortId
  const state = isOpen ? 'open' : endsOn < today ? 'past' : startsOn > today ? 'later' : 'running'
  const isFree = people === 0 && codes.every(({ cohortId }) => cohortId !== id)
  const bar: CSSProperties = {
    insetInlineStart: `${span.place(startsOn)}%`,
    inlineSize: `${span.place(endsOn) - span.place(startsOn)}%`,
  }
  return (
    <li>
      <span>
        <b dir="auto">{name}</b>
        <small className={kitCss.sub}>
          {signUpFrom > today
            ? t('staff.cohort.opens', { day: shortDay(signUpFrom, language) })
            : t('staff.cohort.size', { people, mentorships })}
        </small>
        {isOpen && <Chip tone="ok">{t('staff.cohort.open')}</Chip>}
      </span>
      <span className={css.track} aria-hidden="true">
        <i className={css[state]} style={bar} />
        <i className={css.today} style={{ insetInlineStart: `${span.place(today)}%` }} />
      </span>
      <small className={kitCss.sub}>
        {t('staff.cohort.dates', { from: shortDay(startsOn, language), until: shortDay(endsOn, language) })}
      </small>
      <span className={css.acts}>
        <Button size="sm" kind="line" onClick={onChange}>
          {t('staff.programme.change')} <span className="sr">{name}</span>
        </Button>
        {isFree && <IconButton icon={trash} label={t('staff.cohort.delete', { name })} onClick={onDelete} />}
      </span>
    </li>
  )
}

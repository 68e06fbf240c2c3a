import type { Seeker } from '@saathi/contract/matching/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FilterSelect } from '../kit/filter-bar.tsx'
import kitCss from '../kit/kit.module.css'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { EnterPoolDialog, LeavePoolDialog, PlacesDialog } from './dialogs.tsx'
import css from './matching.module.css'
import { Pager } from './pager.tsx'
import { type MatchingSearch, seekersQuery } from './queries.ts'

type PoolProps = {
  project: string | undefined
  search: MatchingSearch
  page: number
  onChange: (changes: MatchingSearch) => void
}

const parts = ['mentee', 'mentor'] as const
type Act = { kind: 'places' | 'leave'; seeker: Seeker } | { kind: 'enter' }

/** Everybody who looks for a match, longest waiting first. */
export function Pool({ project, search, page, onChange }: PoolProps) {
  const t = useText()
  const part = parts.find((each) => each === search.part)
  const isFree = search.free === '1'
  const seekers = useQuery(
    seekersQuery({ ...(project && { project }), ...(part && { part }), ...(isFree && { withoutOffer: '1' as const }), page }),
  )
  const [act, setAct] = useState<Act | null>(null)
  const onClose = () => setAct(null)
  return (
    <div className={css.stack}>
      <div className={css.bar}>
        <FilterSelect
          label={t('staff.matching.side')}
          value={part ?? ''}
          options={[
            ['', t('staff.matching.bothSides')],
            ['mentee', t('staff.view.mentees')],
            ['mentor', t('staff.view.mentors')],
          ]}
          onChange={(to) => onChange({ part: to })}
        />
        <FilterSelect
          label={t('staff.matching.openOffers')}
          value={isFree ? '1' : ''}
          options={[
            ['', t('staff.matching.anyOffers')],
            ['1', t('staff.matching.withoutOffer')],
          ]}
          onChange={(to) => onChange({ free: to })}
        />
        <Button size="sm" kind="line" onClick={() => setAct({ kind: 'enter' })}>
          {t('staff.matching.in')}
        </Button>
      </div>
      <QueryStates query={seekers}>
        {({ seekers: rows, hasNextPage }) =>
          rows.length === 0 ? (
            <Empty title={t('staff.matching.emptyPool')} text={t('staff.matching.emptyPoolText')} />
          ) : (
            <>
              <PoolTable rows={rows} onAct={setAct} />
              <Pager page={page} hasNextPage={hasNextPage} onPage={onChange} />
            </>
          )
        }
      </QueryStates>
      {act?.kind === 'places' && <PlacesDialog seeker={act.seeker} onClose={onClose} />}
      {act?.kind === 'leave' && <LeavePoolDialog seeker={act.seeker} onClose={onClose} />}
      {act?.kind === 'enter' && <EnterPoolDialog onClose={onClose} />}
    </div>
  )
}

function PoolTable({ rows, onAct }: { rows: readonly Seeker[]; onAct: (act: Act) => void }) {
  const t = useText()
  const language = useLanguage()
  const columns: Column<Seeker>[] = [
    {
      key: 'person',
      head: t('staff.people.person'),
      isTitle: true,
      renderCell: ({ person, name, part }) => (
        <Link to="/staff/people/$personId" params={{ personId: String(person) }} className={css.name}>
          <span className={kitCss.person}>
            <Avatar name={name} size="sm" />
            <span>
              <b dir="auto">{name}</b>
              <small>{t(`staff.pair.part.${part}`)}</small>
            </span>
          </span>
        </Link>
      ),
    },
    { key: 'programme', head: t('staff.people.programme'), renderCell: ({ programme }) => programme },
    { key: 'since', head: t('staff.matching.since'), renderCell: ({ since }) => shortDay(since, language) },
    {
      key: 'state',
      head: t('staff.pairs.state'),
      renderCell: ({ part, isApproved }) =>
        part === 'mentor' && !isApproved ? (
          <Link to="/staff/screening">
            <Chip tone="warn">{t('staff.stage.needs_approval')}</Chip>
          </Link>
        ) : (
          <Chip tone="ok">{t('staff.matching.isReady')}</Chip>
        ),
    },
    { key: 'offers', head: t('staff.matching.openOffers'), isNumber: true, renderCell: ({ openOffers }) => openOffers },
    {
      key: 'places',
      head: t('staff.matching.placesLabel'),
      isNumber: true,
      renderCell: ({ part, places }) => (part === 'mentor' ? places : '–'),
    },
    {
      key: 'acts',
      head: <span className="sr">{t('staff.matching.acts')}</span>,
      renderCell: (seeker) => (
        <span className={css.acts}>
          {seeker.part === 'mentor' && (
            <Button size="sm" kind="quiet" onClick={() => onAct({ kind: 'places', seeker })}>
              {t('staff.matching.placesButton')}
              <span className="sr"> {seeker.name}</span>
            </Button>
          )}
          <Button size="sm" kind="quiet" onClick={() => onAct({ kind: 'leave', seeker })}>
            {t('staff.matching.out')}
            <span className="sr"> {seeker.name}</span>
          </Button>
        </span>
      ),
    },
  ]
  return <Table label={t('staff.matching.tab.pool')} columns={columns} rows={rows} rowKey={({ person }) => person} />
}

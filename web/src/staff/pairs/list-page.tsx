import { PairSort, PairState, type PairRow } from '@saathi/contract/staff/pair-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import { FilterSelect, SearchField } from '../kit/filter-bar.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import { BroadcastDialog } from './broadcast-dialog.tsx'
import css from './pairs.module.css'
import { pairsQuery, type PairSearch } from './queries.ts'
import { Recordings } from './recordings.tsx'
import { StartPairDialog } from './start-dialog.tsx'

/** The filters as texts, as they are in the URL; they are validated before they are sent. */
type Filters = {
  [Name in 'search' | 'programme' | 'state' | 'coordinator' | 'sort' | 'after' | 'page' | 'tab']?: string
}

const panelId = 'pairs-panel'
const NOBODY = 'none'

/** The pairs and groups that the reader may see, and the recordings of their calls that need another try. */
export function PairListPage() {
  const t = useText()
  const navigate = useNavigate()
  const filters: Filters = useSearch({ strict: false })
  const { actions, waiting } = useConsole()
  const [dialog, setDialog] = useState<'start' | 'broadcast' | null>(null)
  const hasRecordings = actions.includes('staff.video')
  const tab = filters.tab === 'recordings' && hasRecordings ? 'recordings' : 'pairs'
  const onClose = () => setDialog(null)
  return (
    <>
      <PageHead
        title={t('staff.pairs.title')}
        text={t('staff.pairs.text')}
        actions={
          <>
            {actions.includes('staff.chat') && (
              <Button kind="line" onClick={() => setDialog('broadcast')}>
                {t('staff.broadcast.button')}
              </Button>
            )}
            {actions.includes('staff.mentorships') && (
              <Button kind="primary" onClick={() => setDialog('start')}>
                <Icon of={plus} /> {t('staff.pairs.start')}
              </Button>
            )}
          </>
        }
      />
      {hasRecordings && (
        <Tabs
          label={t('staff.pairs.title')}
          tabs={[
            { value: 'pairs', label: t('staff.pairs.title'), id: 'tab-pairs' },
            {
              value: 'recordings',
              label: t('staff.recordings.tab', { count: waiting.recordings }),
              id: 'tab-recordings',
            },
          ]}
          value={tab}
          panelId={panelId}
          onChange={(to) => void navigate({ to: '/staff/pairs', search: to === 'recordings' ? { tab: to } : {} })}
        />
      )}
      <div id={panelId} className={css.panel} {...(hasRecordings && { role: 'tabpanel', 'aria-labelledby': `tab-${tab}` })}>
        {tab === 'recordings' ? <Recordings /> : <PairList filters={filters} />}
      </div>
      {dialog === 'start' && <StartPairDialog onClose={onClose} />}
      {dialog === 'broadcast' && <BroadcastDialog onClose={onClose} />}
    </>
  )
}

function toQuery({ search, programme, state, coordinator, sort, after }: Filters): PairSearch {
  return {
    ...(search && { search }),
    ...(programme && /^\d+$/.test(programme) && { programme }),
    ...(PairState.safeParse(state).success && { state: PairState.parse(state) }),
    ...(coordinator === NOBODY && { unmanaged: '1' as const }),
    ...(coordinator && /^\d+$/.test(coordinator) && { coordinator }),
    ...(PairSort.safeParse(sort).success && { sort: PairSort.parse(sort) }),
    ...(after && { after }),
  }
}

function PairList({ filters }: { filters: Filters }) {
  const { sort: _sort, ...chosen } = toQuery(filters)
  const pairs = useQuery(pairsQuery(toQuery(filters)))
  return (
    <>
      <FilterBar filters={filters} coordinators={pairs.data?.coordinators ?? []} />
      <QueryStates query={pairs}>
        {({ pairs: rows, total, next }) =>
          rows.length === 0 ? (
            <NoPairs isFiltered={Object.keys(chosen).length > 0} />
          ) : (
            <PairTable rows={rows} total={total} next={next} filters={filters} />
          )
        }
      </QueryStates>
    </>
  )
}

function NoPairs({ isFiltered }: { isFiltered: boolean }) {
  const t = useText()
  return isFiltered ? (
    <Empty title={t('staff.pairs.none')} text={t('staff.people.noneText')} />
  ) : (
    <Empty title={t('staff.pairs.noneYet')} text={t('staff.pairs.noneYetText')} />
  )
}

type Coordinator = { id: number; name: string }

function FilterBar({ filters, coordinators }: { filters: Filters; coordinators: readonly Coordinator[] }) {
  const t = useText()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  // A new filter starts at the first page.
  const change = (changes: Filters) => {
    const { after: _after, page: _page, ...rest } = { ...filters, ...changes }
    const params = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    void navigate({ to: '/staff/pairs', search: params, replace: true })
  }
  return (
    <div className={css.toolbar} role="search">
      <SearchField
        label={t('staff.pairs.search')}
        hint={t('staff.pairs.searchHint')}
        value={filters.search ?? ''}
        className={css.search}
        onSearch={(search) => change({ search })}
      />
      <FilterSelect
        label={t('staff.pairs.state')}
        value={filters.state ?? ''}
        options={[
          ['', t('staff.pairs.anyState')],
          ...PairState.options.map((state) => [state, t(`staff.pairs.state.${state}`)] as const),
        ]}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label={t('staff.people.programme')}
        value={filters.programme ?? ''}
        options={[['', t('staff.people.anyProgramme')], ...programmes.map(({ id, name }) => [String(id), name] as const)]}
        onChange={(programme) => change({ programme })}
      />
      <FilterSelect
        label={t('staff.pairs.coordinator')}
        value={filters.coordinator ?? ''}
        options={[
          ['', t('staff.pairs.anyCoordinator')],
          [NOBODY, t('staff.pairs.noCoordinator')],
          ...coordinators.map(({ id, name }) => [String(id), name] as const),
        ]}
        onChange={(coordinator) => change({ coordinator })}
      />
      <FilterSelect
        label={t('staff.people.sort')}
        value={filters.sort ?? ''}
        options={PairSort.options.map((sort) => [sort === 'newest' ? '' : sort, t(`staff.people.sort.${sort}`)] as const)}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}

const PAGE_SIZE = 50
type PairTableProps = { rows: readonly PairRow[]; total: number; next: string | null; filters: Filters }

function PairTable({ rows, total, next, filters }: PairTableProps) {
  const t = useText()
  const language = useLanguage()
  const { after: _after, page: shownPage, ...rest } = filters
  const page = Math.max(1, Number(shownPage) || 1)
  const first = (page - 1) * PAGE_SIZE + 1
  const columns: Column<PairRow>[] = [
    { key: 'pair', head: t('staff.pairs.pair'), isTitle: true, renderCell: (row) => <PairName row={row} /> },
    { key: 'programme', head: t('staff.people.programme'), renderCell: ({ programme }) => programme },
    {
      key: 'state',
      head: t('staff.pairs.state'),
      renderCell: ({ startedAt, endedAt }) =>
        endedAt ? (
          <Chip className={css.nowrap}>{t('staff.pairs.endedOn', { day: shortDay(endedAt, language) })}</Chip>
        ) : (
          <Chip tone="ok" className={css.nowrap}>
            {t('staff.pairs.since', { day: shortDay(startedAt, language) })}
          </Chip>
        ),
    },
    {
      key: 'coordinator',
      head: t('staff.pairs.coordinator'),
      renderCell: ({ coordinator }) => coordinator?.name ?? t('staff.pairs.noCoordinator'),
    },
    {
      key: 'sessions',
      head: t('staff.pairs.sessions'),
      isNumber: true,
      renderCell: ({ sessionsDone, sessionCount }) => t('staff.pairs.of', { done: sessionsDone, all: sessionCount }),
    },
    { key: 'calls', head: t('staff.pairs.calls'), isNumber: true, renderCell: ({ callCount }) => callCount },
    {
      key: 'last',
      head: t('staff.pairs.lastCall'),
      renderCell: ({ lastCallAt }) => (lastCallAt ? shortDay(lastCallAt, language) : t('staff.pairs.noCall')),
    },
  ]
  return (
    <Table
      label={t('staff.pairs.title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      foot={
        <>
          <span>{t('staff.people.shown', { first, last: first + rows.length - 1, total })}</span>
          <span className={css.pager}>
            {page > 1 && (
              <Link to="/staff/pairs" search={rest} className={css.pageLink}>
                {t('staff.people.firstPage')}
              </Link>
            )}
            {next !== null && (
              <Link to="/staff/pairs" search={{ ...rest, after: next, page: String(page + 1) }} className={css.pageLink}>
                {t('staff.next')}
              </Link>
            )}
          </span>
        </>
      }
    />
  )
}

const SHOWN_FACES = 3

function PairName({ row: { id, people, groupType } }: { row: PairRow }) {
  const t = useText()
  return (
    <Link to="/staff/pairs/$mentorshipId" params={{ mentorshipId: String(id) }} className={css.name}>
      <span className={kitCss.person}>
        <span className={css.faces}>
          {people.slice(0, SHOWN_FACES).map((person) => (
            <Avatar key={person.id} name={person.name} picture={person.picture} size="sm" />
          ))}
        </span>
        <span>
          <b dir="auto">{people.map(({ name }) => name).join(', ')}</b>
          <small>{t(groupType === '1toM' ? 'staff.pairs.group' : 'staff.pairs.onePair')}</small>
        </span>
      </span>
    </Link>
  )
}

import { type ContentRow, DraftKind, DraftState } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import notebook from '#art/companions.svg'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import css from './author.module.css'
import { ExchangeCard } from './exchange/exchange-card.tsx'
import { NewContentDialog } from './new-content.tsx'
import { titleOfPage } from './pages/page-titles.ts'
import { contentQuery } from './queries.ts'
import { ReviewSettings } from './review-settings.tsx'
import { Coverage, CoverageLegend, StateChip } from './state-chip.tsx'

type ListSearch = { kind?: string; state?: string }
const panelId = 'content-list'

/** Everything that authors write, with its state and languages. The kind and the filter are in the address. */
export function ContentListPage() {
  const t = useText()
  const navigate = useNavigate()
  const search: ListSearch = useSearch({ strict: false })
  const kind = DraftKind.safeParse(search.kind).data ?? 'session'
  const content = useQuery(contentQuery(kind))
  const [isNew, setNew] = useState(false)
  const { actions } = useConsole()
  const { counts, programmes = [], isForAll = false } = content.data ?? {}
  const tabs = DraftKind.options.map((value) => ({
    value,
    id: `content-${value}`,
    label: counts ? t(`staff.content.tab.${value}`, { count: counts[value] }) : t(`staff.content.kind.${value}`),
  }))
  // The FAQ, cards and legal texts exist always.
  const newKind = kind === 'session' || kind === 'survey' || kind === 'post' ? kind : null
  const mayCreate = newKind !== null && (isForAll || (kind !== 'post' && programmes.length > 0))
  return (
    <>
      <PageHead
        title={t('staff.content.title')}
        text={t('staff.content.text')}
        actions={
          mayCreate &&
          newKind && (
            <Button kind="primary" onClick={() => setNew(true)}>
              <Icon of={plus} /> {t(`staff.content.new.${newKind}`)}
            </Button>
          )
        }
      />
      <Tabs
        label={t('staff.content.title')}
        tabs={tabs}
        value={kind}
        panelId={panelId}
        onChange={(to) => void navigate({ to: '/staff/content', search: { kind: to } })}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`content-${kind}`} className={css.panel}>
        <QueryStates query={content}>
          {({ rows }) => <Rows key={kind} rows={rows} kind={kind} filter={filters.find((each) => each === search.state)} />}
        </QueryStates>
      </div>
      {actions.includes('staff.programmes') && isForAll && <ExchangeCard />}
      {actions.includes('staff.programmes') && programmes.length > 0 && <ReviewSettings programmes={programmes} />}
      {isNew && newKind && (
        <NewContentDialog kind={newKind} programmes={programmes} isForAll={isForAll} onClose={() => setNew(false)} />
      )}
    </>
  )
}

/** States, and one filter more: content of which a translation is behind its source. */
const filters = [...DraftState.options, 'behind'] as const
type Filter = (typeof filters)[number]
const isShown = (row: ContentRow, filter: Filter): boolean =>
  filter === 'behind' ? row.languages.some(({ behind }) => behind > 0) : row.state === filter

type RowsProps = { rows: readonly ContentRow[]; kind: DraftKind; filter: Filter | undefined }

function Rows({ rows, kind, filter }: RowsProps) {
  const t = useText()
  if (rows.length === 0) return <Empty drawing={notebook} title={t('staff.content.none')} text={t('staff.content.noneText')} />
  const shown = filter ? rows.filter((row) => isShown(row, filter)) : rows
  const offered = filters.filter((each) => rows.some((row) => isShown(row, each)))
  return (
    <>
      {offered.length > 1 && (
        <nav className={css.filters} aria-label={t('staff.content.filter')}>
          <FilterLink kind={kind} isCurrent={!filter} count={rows.length} text={t('staff.content.all')} />
          {offered.map((each) => (
            <FilterLink
              key={each}
              kind={kind}
              state={each}
              isCurrent={filter === each}
              count={rows.filter((row) => isShown(row, each)).length}
              text={t(`staff.content.state.${each}`)}
            />
          ))}
        </nav>
      )}
      <ContentTable rows={shown} kind={kind} />
      <CoverageLegend />
    </>
  )
}

type FilterLinkProps = { kind: DraftKind; state?: Filter; isCurrent: boolean; count: number; text: string }

function FilterLink({ kind, state, isCurrent, count, text }: FilterLinkProps) {
  return (
    <Link
      to="/staff/content"
      search={{ kind, ...(state && { state }) }}
      className={css.filter}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {text} <span>{count}</span>
    </Link>
  )
}

function ContentTable({ rows, kind }: { rows: readonly ContentRow[]; kind: DraftKind }) {
  const t = useText()
  const language = useLanguage()
  const columns: Column<ContentRow>[] = [
    { key: 'title', head: t(`staff.content.one.${kind}`), isTitle: true, renderCell: (row) => <Title row={row} /> },
    {
      key: 'state',
      head: t('staff.content.head.state'),
      renderCell: ({ state, version }) => (
        <StateChip state={state} version={kind === 'session' || kind === 'legal' ? version : null} />
      ),
    },
    {
      key: 'languages',
      head: t('staff.content.head.languages'),
      renderCell: ({ languages }) => <Coverage languages={languages} />,
    },
    ...(kind === 'session'
      ? [
          {
            key: 'middle',
            head: t('staff.content.head.inTheMiddle'),
            isNumber: true,
            renderCell: ({ inTheMiddle }: ContentRow) => inTheMiddle ?? t('staff.content.noneYet'),
          },
        ]
      : []),
    {
      key: 'changed',
      head: t('staff.content.head.changed'),
      renderCell: ({ changedBy, changedAt }) =>
        [changedBy, changedAt && dayAndTime(changedAt, language)].filter(Boolean).join(', ') || '–',
    },
  ]
  return <Table label={t(`staff.content.kind.${kind}`)} columns={columns} rows={rows} rowKey={({ key }) => key} />
}

function Title({ row }: { row: ContentRow }) {
  const t = useText()
  const { kind, key, title, cover, color, steps, minutes, version } = row
  const words = (
    <span>
      <b dir="auto">{titleOfPage({ kind, key, title }, t)}</b>
      {steps !== null && (
        <small>
          {t('staff.content.size', { count: steps, minutes: minutes ?? 0 })}
          {version !== null && `, ${t('staff.content.version', { version })}`}
        </small>
      )}
    </span>
  )
  if (kind !== 'session')
    return (
      <Link to="/staff/content/$kind/$contentKey" params={{ kind, contentKey: key }} className={css.name}>
        {words}
      </Link>
    )
  return (
    <Link to="/staff/content/session/$sessionKey" params={{ sessionKey: key }} className={css.name}>
      <span className={css.thumb} style={color ? { background: color } : undefined} aria-hidden="true">
        {cover && <img src={cover} alt="" loading="lazy" />}
      </span>
      {words}
    </Link>
  )
}

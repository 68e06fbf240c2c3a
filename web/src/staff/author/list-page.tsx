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
import { Desk } from './desk/desk.tsx'
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
          {({ rows }) => <Rows key={kind} rows={rows} kind={kind} wanted={search.state} />}
        </QueryStates>
      </div>
      {content.data && <Desk />}
      {actions.includes('staff.programmes') && isForAll && <ExchangeCard />}
      {actions.includes('staff.programmes') && programmes.length > 0 && <ReviewSettings programmes={programmes} />}
      {isNew && newKind && (
        <NewContentDialog kind={newKind} programmes={programmes} isForAll={isForAll} onClose={() => setNew(false)} />
      )}
    </>
  )
}

/** States, content of which a translation is behind its source, and what the reader wrote. */
const filters = [...DraftState.options, 'behind', 'mine'] as const
type Filter = (typeof filters)[number]
const isBehind = ({ languages }: ContentRow): boolean => languages.some(({ behind }) => behind > 0)
const isShown = (row: ContentRow, filter: Filter): boolean =>
  filter === 'behind' ? isBehind(row) : filter === 'mine' ? row.isMine : row.state === filter

type RowsProps = { rows: readonly ContentRow[]; kind: DraftKind; wanted: string | undefined }

function Rows({ rows, kind, wanted }: RowsProps) {
  const t = useText()
  if (rows.length === 0) return <Empty drawing={notebook} title={t('staff.content.none')} text={t('staff.content.noneText')} />
  const offered = filters.filter((each) => rows.some((row) => isShown(row, each)))
  // A filter that has become empty is not offered, and shows everything.
  const filter = offered.find((each) => each === wanted)
  const shown = filter ? rows.filter((row) => isShown(row, filter)) : rows
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
      <ContentTable key={filter} rows={shown} kind={kind} />
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

/** The cards below the table are in view on a desk; the other rows are shown on request. */
const SHOWN_FIRST = 10

function ContentTable({ rows, kind }: { rows: readonly ContentRow[]; kind: DraftKind }) {
  const t = useText()
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  // Two more rows need no button.
  const shown = isWhole || rows.length <= SHOWN_FIRST + 2 ? rows : rows.slice(0, SHOWN_FIRST)
  const columns: Column<ContentRow>[] = [
    { key: 'title', head: t(`staff.content.one.${kind}`), isTitle: true, renderCell: (row) => <Title row={row} /> },
    {
      key: 'state',
      head: t('staff.content.head.state'),
      renderCell: (row) => (
        <span className={css.state}>
          <StateChip
            state={row.state === 'published' && isBehind(row) ? 'behind' : row.state}
            version={kind === 'session' || kind === 'legal' ? row.version : null}
          />
        </span>
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
      renderCell: ({ changedBy, isChangedByReader, changedAt }) =>
        [isChangedByReader ? t('staff.content.you') : changedBy, changedAt && dayAndTime(changedAt, language)]
          .filter(Boolean)
          .join(', ') || '–',
    },
  ]
  return (
    <Table
      label={t(`staff.content.kind.${kind}`)}
      columns={columns}
      rows={shown}
      rowKey={({ key }) => key}
      foot={
        shown.length < rows.length && (
          <>
            <span>{t('staff.content.shown', { count: shown.length, total: rows.length })}</span>
            <Button kind="line" size="sm" onClick={() => setWhole(true)}>
              {t('staff.content.showOthers')}
            </Button>
          </>
        )
      }
    />
  )
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

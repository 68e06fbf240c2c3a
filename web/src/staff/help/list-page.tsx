import type { DangerKind, HelpCase } from '@saathi/contract/help/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './help.module.css'
import { helpCasesQuery } from './queries.ts'

const panelId = 'help-cases'

/** Requests for help in the reader's programmes: urgent ones first, then waiting ones. Tab and page number are in the address. */
export function HelpListPage() {
  const t = useText()
  const navigate = useNavigate()
  const search: { closed?: string; page?: string } = useSearch({ strict: false })
  const isClosed = search.closed === '1'
  const page = Math.max(1, Number(search.page) || 1)
  const cases = useQuery(helpCasesQuery(isClosed, page))
  const goTo = (closed: boolean, to: number) =>
    void navigate({ to: '/staff/help', search: { ...(closed && { closed: '1' }), ...(to > 1 && { page: String(to) }) } })
  const tabs = [
    { value: 'open', label: t('staff.help.open'), id: 'help-open' },
    { value: 'closed', label: t('staff.help.closed'), id: 'help-closed' },
  ] as const
  const chosen = isClosed ? 'closed' : 'open'
  return (
    <>
      <PageHead title={t('staff.help.title')} text={t('staff.help.text')} />
      <Tabs
        label={t('staff.help.title')}
        tabs={tabs}
        value={chosen}
        panelId={panelId}
        onChange={(value) => goTo(value === 'closed', 1)}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`help-${chosen}`}>
        <QueryStates query={cases}>
          {({ cases: rows, hasNextPage }) =>
            rows.length === 0 ? (
              <Empty title={t(isClosed ? 'staff.help.noneClosed' : 'staff.help.none')} />
            ) : (
              <CaseTable
                rows={rows}
                foot={
                  <>
                    <Button size="sm" kind="quiet" disabled={page === 1} onClick={() => goTo(isClosed, page - 1)}>
                      {t('staff.previous')}
                    </Button>
                    <Button size="sm" kind="line" disabled={!hasNextPage} onClick={() => goTo(isClosed, page + 1)}>
                      {t('staff.next')}
                    </Button>
                  </>
                }
              />
            )
          }
        </QueryStates>
      </div>
    </>
  )
}

function CaseTable({ rows, foot }: { rows: readonly HelpCase[]; foot: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  const columns: Column<HelpCase>[] = [
    {
      key: 'person',
      head: t('staff.help.person'),
      isTitle: true,
      renderCell: ({ id, personName, role }) => (
        <Link to="/staff/help/$caseId" params={{ caseId: String(id) }} className={css.name}>
          <b>{personName}</b>
          <small className={kitCss.sub}>{t(`profile.role.${role}`)}</small>
        </Link>
      ),
    },
    {
      key: 'message',
      head: t('staff.help.last'),
      renderCell: ({ lastMessage }) => (
        <span className={css.last} dir="auto">
          {lastMessage}
        </span>
      ),
    },
    {
      key: 'since',
      head: t('staff.help.since'),
      renderCell: ({ lastMessageAt }) => <time dateTime={lastMessageAt}>{dayAndTime(lastMessageAt, language)}</time>,
    },
    { key: 'state', head: t('staff.help.state'), renderCell: (row) => <CaseState row={row} /> },
  ]
  return <Table label={t('staff.help.title')} columns={columns} rows={rows} rowKey={({ id }) => id} foot={foot} />
}

const concernTexts: Readonly<Record<DangerKind, TextKey>> = {
  'self-harm': 'staff.help.concern.selfHarm',
  abuse: 'staff.help.concern.abuse',
  violence: 'staff.help.concern.violence',
  grooming: 'staff.help.concern.grooming',
  blackmail: 'staff.help.concern.blackmail',
  overdose: 'staff.help.concern.overdose',
}

export function CaseState({ row: { isUrgent, concern, isWaiting, isClosed } }: { row: HelpCase }) {
  const t = useText()
  return (
    <span className={css.chips}>
      {isUrgent && <Chip tone="bad">{t('staff.help.urgent')}</Chip>}
      {concern && <Chip tone="warn">{t(concernTexts[concern])}</Chip>}
      {isClosed ? (
        <Chip>{t('staff.help.closed')}</Chip>
      ) : (
        <Chip tone={isWaiting ? 'warn' : 'ok'}>{t(isWaiting ? 'staff.help.waits' : 'staff.help.answered')}</Chip>
      )}
    </span>
  )
}

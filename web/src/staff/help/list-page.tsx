import { type DangerKind, type HelpCase, HelpView } from '@saathi/contract/help/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { createTimer } from '#core/store.ts'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { search as searchIcon } from '#core/ui/icons.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './help.module.css'
import { helpCasesQuery, useLiveInbox } from './queries.ts'

const panelId = 'help-cases'
const TYPING_MS = 250

type Filters = { view?: string; search?: string; page?: string }

const emptyTexts: Readonly<Record<HelpView, TextKey>> = {
  open: 'staff.help.none',
  mine: 'staff.help.noneMine',
  unassigned: 'staff.help.noneUnassigned',
  urgent: 'staff.help.noneUrgent',
  closed: 'staff.help.noneClosed',
}

/** Requests for help in the reader's programmes: urgent ones first, then those that wait. Part, search and page are in the address. */
export function HelpListPage() {
  const t = useText()
  const navigate = useNavigate()
  const filters: Filters = useSearch({ strict: false })
  const view = HelpView.safeParse(filters.view).data ?? 'open'
  const search = filters.search ?? ''
  const page = Math.max(1, Number(filters.page) || 1)
  const cases = useQuery(helpCasesQuery({ view, search, page }))
  useLiveInbox()
  const goTo = (changes: { view?: HelpView; search?: string; page?: number }) => {
    const to = { view, search, page: 1, ...changes }
    const params = {
      ...(to.view !== 'open' && { view: to.view }),
      ...(to.search && { search: to.search }),
      ...(to.page > 1 && { page: String(to.page) }),
    }
    void navigate({ to: '/staff/help', search: params })
  }
  const counts: Partial<Record<HelpView, number>> = cases.data?.counts ?? {}
  const tabs = HelpView.options.map((each) => {
    const count = counts[each]
    const name = t(`staff.help.${each}`)
    return { value: each, id: `help-${each}`, label: count === undefined ? name : t('staff.help.counted', { name, count }) }
  })
  return (
    <>
      <PageHead title={t('staff.help.title')} text={t('staff.help.text')} />
      <Tabs
        label={t('staff.help.title')}
        tabs={tabs}
        value={view}
        panelId={panelId}
        onChange={(value) => goTo({ view: value })}
      />
      <SearchField search={search} onSearch={(text) => goTo({ search: text })} />
      <div id={panelId} role="tabpanel" aria-labelledby={`help-${view}`}>
        <QueryStates query={cases}>
          {({ cases: rows, hasNextPage }) =>
            rows.length === 0 ? (
              <Empty title={t(search ? 'staff.help.noneFound' : emptyTexts[view])} />
            ) : (
              <CaseTable
                rows={rows}
                foot={
                  <>
                    <Button size="sm" kind="quiet" disabled={page === 1} onClick={() => goTo({ page: page - 1 })}>
                      {t('staff.previous')}
                    </Button>
                    <Button size="sm" kind="line" disabled={!hasNextPage} onClick={() => goTo({ page: page + 1 })}>
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

function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const [typing] = useState(createTimer)
  // The back button changes the address: the field follows.
  if (search !== known) {
    setKnown(search)
    if (typed.trim() !== search) setTyped(search)
  }
  function handleTyping(text: string) {
    setTyped(text)
    typing.restart(() => onSearch(text.trim()), TYPING_MS)
  }
  return (
    <div role="search" className={css.search}>
      <Field label={t('staff.help.search')} labelHidden>
        <TextInput
          type="search"
          icon={searchIcon}
          value={typed}
          maxLength={100}
          placeholder={t('staff.help.searchHint')}
          onChange={({ target }) => handleTyping(target.value)}
        />
      </Field>
    </div>
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
    {
      key: 'assignee',
      head: t('staff.help.assignee'),
      renderCell: ({ assignee }) => assignee?.name ?? <span className={kitCss.sub}>{t('staff.help.nobody')}</span>,
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

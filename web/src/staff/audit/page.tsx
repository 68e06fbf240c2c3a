import type { StaffActRow } from '@saathi/contract/staff/audit-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { dayAndTime, plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { saveFile } from '../kit/save-file.ts'
import { type Column, Table } from '../kit/table.tsx'
import css from './audit.module.css'
import { type ActFilters, actsQuery, useCheckActs, useExportActs } from './queries.ts'

/** The record of staff acts. Filters are in the address. */
export function AuditPage() {
  const t = useText()
  const filters: ActFilters = useSearch({ strict: false })
  const acts = useQuery(actsQuery(filters))
  const exporting = useExportActs(({ csv, count, isCut }) => {
    saveFile(csv, `saathi-acts-${plainDay(new Date().toISOString())}.csv`)
    showToast({ text: t(isCut ? 'staff.audit.cut' : 'staff.audit.exported', { count }) })
  })
  const checking = useCheckActs()
  return (
    <>
      <PageHead
        title={t('staff.audit.title')}
        text={t('staff.audit.text')}
        actions={
          <>
            <Button kind="line" busy={checking.isPending} busyLabel={t('staff.audit.checking')} onClick={() => checking.mutate()}>
              {t('staff.audit.check')}
            </Button>
            <Button kind="line" busy={exporting.isPending} busyLabel={t('staff.busy')} onClick={() => exporting.mutate(filters)}>
              {t('staff.audit.export')}
            </Button>
          </>
        }
      />
      {checking.data && (
        <Note tone={checking.data.tampered.length > 0 ? 'bad' : 'ok'} live="status">
          {checking.data.tampered.length > 0
            ? t('staff.audit.tampered', { numbers: checking.data.tampered.join(', ') })
            : t('staff.audit.whole', { count: checking.data.count })}
        </Note>
      )}
      <RefusalNote error={exporting.error ?? checking.error} />
      <QueryStates query={acts}>
        {({ acts: rows, hasMore, staff }) => (
          <>
            <FilterBar filters={filters} staff={staff} />
            {rows.length === 0 ? (
              <Empty title={t('staff.audit.none')} />
            ) : (
              <ActTable rows={rows} hasMore={hasMore} filters={filters} />
            )}
          </>
        )}
      </QueryStates>
    </>
  )
}

type FilterBarProps = { filters: ActFilters; staff: readonly { id: number; name: string }[] }

function FilterBar({ filters, staff }: FilterBarProps) {
  const t = useText()
  const navigate = useNavigate()
  const change = (changes: ActFilters) => {
    const { before: _before, ...rest } = { ...filters, ...changes }
    const params = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    void navigate({ to: '/staff/audit', search: params, replace: true })
  }
  return (
    <div className={css.toolbar} role="search">
      <Field label={t('staff.audit.who')}>
        <Select value={filters.staff ?? ''} onChange={({ target }) => change({ staff: target.value })}>
          <option value="">{t('staff.audit.anyone')}</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('staff.audit.kind')}>
        <Select value={filters.changes ?? ''} onChange={({ target }) => change({ changes: target.value })}>
          <option value="">{t('staff.audit.everything')}</option>
          <option value="1">{t('staff.audit.changesOnly')}</option>
        </Select>
      </Field>
      <Field label={t('staff.audit.from')}>
        <TextInput type="date" value={filters.from ?? ''} onChange={({ target }) => change({ from: target.value })} />
      </Field>
      <Field label={t('staff.audit.until')}>
        <TextInput type="date" value={filters.until ?? ''} onChange={({ target }) => change({ until: target.value })} />
      </Field>
    </div>
  )
}

type ActTableProps = { rows: readonly StaffActRow[]; hasMore: boolean; filters: ActFilters }

function ActTable({ rows, hasMore, filters }: ActTableProps) {
  const t = useText()
  const language = useLanguage()
  const { before: _before, ...rest } = filters
  const columns: Column<StaffActRow>[] = [
    {
      key: 'what',
      head: t('staff.audit.what'),
      isTitle: true,
      renderCell: ({ what, summary, isRefused }) => (
        <>
          {/* The name of the call in the API, which is English in every language. */}
          <b lang={what === 'other' ? 'en' : undefined}>{what === 'other' ? summary : t(`staff.look.${what}`)}</b>{' '}
          {isRefused && <Chip tone="warn">{t('staff.audit.refused')}</Chip>}
        </>
      ),
    },
    {
      key: 'who',
      head: t('staff.audit.who'),
      renderCell: ({ staffName }) => <span className={css.line}>{staffName ?? t('staff.look.former')}</span>,
    },
    {
      key: 'whom',
      head: t('staff.audit.whom'),
      renderCell: ({ personId, personName }) =>
        personId !== null && (
          <Link to="/staff/audit" search={{ ...rest, person: String(personId) }}>
            {personName ?? t('staff.audit.left')}
          </Link>
        ),
    },
    { key: 'why', head: t('staff.reason.label'), renderCell: ({ reason }) => <span dir="auto">{reason}</span> },
    {
      key: 'when',
      head: t('staff.audit.when'),
      renderCell: ({ at, address }) => (
        <span>
          <time dateTime={at} className={css.line}>
            {dayAndTime(at, language)}
          </time>
          <small className={kitCss.sub}>{address}</small>
        </span>
      ),
    },
  ]
  const last = rows.at(-1)
  return (
    <Table
      label={t('staff.audit.title')}
      columns={columns}
      rows={rows}
      rowKey={({ number }) => number}
      foot={
        <>
          {filters.before || filters.person ? (
            <Link to="/staff/audit" search={{}}>
              {t('staff.audit.newest')}
            </Link>
          ) : (
            <span />
          )}
          {hasMore && last && (
            <Link to="/staff/audit" search={{ ...rest, before: String(last.number) }}>
              {t('staff.audit.older')}
            </Link>
          )}
        </>
      }
    />
  )
}

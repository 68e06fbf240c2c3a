import type { BulkAct, BulkState } from '@saathi/contract/staff/bulk-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './bulk.module.css'
import { bulkActsQuery } from './queries.ts'

/** Acts on many people that wait, run, or are over. */
export function BulkListPage() {
  const t = useText()
  const language = useLanguage()
  const search: { before?: string } = useSearch({ strict: false })
  const before = search.before !== undefined && /^\d+$/.test(search.before) ? Number(search.before) : null
  const acts = useQuery(bulkActsQuery(before))
  const columns: Column<BulkAct>[] = [
    {
      key: 'act',
      head: t('staff.bulk.what'),
      isTitle: true,
      renderCell: (act) => (
        <Link to="/staff/bulk/$actId" params={{ actId: String(act.id) }} className={css.name}>
          <b>
            <ActWords act={act} />
          </b>
          <small className={kitCss.sub} dir="auto">
            {act.reason}
          </small>
        </Link>
      ),
    },
    { key: 'by', head: t('staff.bulk.by'), renderCell: ({ madeBy }) => madeBy ?? t('staff.bulk.formerStaff') },
    {
      key: 'at',
      head: t('staff.bulk.when'),
      renderCell: ({ madeAt }) => <time dateTime={madeAt}>{dayAndTime(madeAt, language)}</time>,
    },
    {
      key: 'count',
      head: t('staff.bulk.progress'),
      isNumber: true,
      renderCell: ({ doneCount, waitingCount }) => t('staff.bulk.doneOf', { done: doneCount, total: doneCount + waitingCount }),
    },
    { key: 'state', head: t('staff.bulk.state'), renderCell: ({ state }) => <StateChip state={state} /> },
  ]
  return (
    <>
      <PageHead title={t('staff.bulk.title')} text={t('staff.bulk.text')} />
      <QueryStates query={acts}>
        {({ acts: rows, hasMore }) =>
          rows.length === 0 ? (
            <Empty title={t('staff.bulk.none')} text={t('staff.bulk.noneText')} />
          ) : (
            <Table
              label={t('staff.bulk.title')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              foot={
                hasMore && (
                  <Link to="/staff/bulk" search={{ before: String(rows.at(-1)?.id) }} className={css.more}>
                    {t('staff.next')}
                  </Link>
                )
              }
            />
          )
        }
      </QueryStates>
    </>
  )
}

/** "Block", or "Open or close a feature: Video calls, Open" */
export function ActWords({ act: { kind, feature, permission } }: { act: BulkAct }) {
  const t = useText()
  const name = t(`staff.bulk.kind.${kind}`)
  return feature && permission ? `${name}: ${t(`staff.feature.${feature}`)}, ${t(`staff.permission.${permission}`)}` : name
}

const tones: Readonly<Record<BulkState, ChipTone>> = {
  draft: 'plain',
  waiting: 'warn',
  running: 'info',
  done: 'ok',
  stopped: 'bad',
}

export const StateChip = ({ state }: { state: BulkState }) => (
  <Chip tone={tones[state]}>{useText()(`staff.bulk.state.${state}`)}</Chip>
)

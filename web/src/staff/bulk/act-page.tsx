import { type BulkAct, type BulkPart, type BulkPerson, isMailed } from '@saathi/contract/staff/bulk-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Note } from '#core/ui/note.tsx'
import { clockText, useSecondsUntil } from '#core/ui/progress/countdown.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './bulk.module.css'
import { ActWords, StateChip } from './list-page.tsx'
import { bulkActQuery, bulkPeopleQuery, useStartBulkAct, useStopBulkAct } from './queries.ts'

/** One act on many people: before it starts, the people it will reach; afterwards its progress. */
export function BulkActPage() {
  const t = useText()
  const { actId = '' } = useParams({ strict: false })
  const act = useQuery(bulkActQuery(Number(actId)))
  return (
    <>
      <PageHead
        title={act.data ? t(`staff.bulk.kind.${act.data.kind}`) : t('staff.bulk.title')}
        text={<Link to="/staff/bulk">{t('staff.bulk.back')}</Link>}
      />
      <QueryStates query={act}>
        {(data) => (
          <>
            <Summary act={data} />
            <People act={data} />
          </>
        )}
      </QueryStates>
    </>
  )
}

function Summary({ act }: { act: BulkAct }) {
  const t = useText()
  const language = useLanguage()
  const { state, reason, madeBy, madeAt, waitingCount, doneCount, leftOut, isFiltered } = act
  const total = doneCount + waitingCount
  const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card className={css.summary}>
      <div className={css.line}>
        <h2>
          {state === 'draft' ? t('staff.bulk.reaches', { count: total }) : t('staff.bulk.doneOf', { done: doneCount, total })}
        </h2>
        <StateChip state={state} />
      </div>
      {state !== 'draft' && (
        <progress className={css.progress} value={doneCount} max={Math.max(1, total)} aria-label={t('staff.bulk.progress')} />
      )}
      <p>
        <ActWords act={act} />. {t('staff.bulk.madeBy', { name: madeBy ?? t('staff.bulk.formerStaff') })}{' '}
        <span dir="auto">{t('staff.bulk.reasonIs', { reason })}</span>
      </p>
      <p className={css.hint}>
        {t(isFiltered ? 'staff.bulk.asOfFilter' : 'staff.bulk.asOf', { at: dayAndTime(madeAt, language) })}
      </p>
      {leftOutCount > 0 && (
        <>
          <p>{t('staff.bulk.leftOut', { count: leftOutCount })}</p>
          <ul className={css.reasons}>
            {leftOut.map(({ why, count }) => (
              <li key={why}>
                <b>{count}</b> {t(`staff.bulk.why.${why}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Acts act={act} />
    </Card>
  )
}

function Acts({ act }: { act: BulkAct }) {
  const t = useText()
  const language = useLanguage()
  const starting = useStartBulkAct()
  const stopping = useStopBulkAct()
  const { id, kind, state, startsAt, endedAt, stoppedBy, isRightOver, waitingCount } = act
  return (
    <>
      {state === 'waiting' && startsAt !== null && isMailed(kind) && <Countdown startsAt={startsAt} />}
      {state === 'stopped' && (
        <Note tone="warn">
          {isRightOver
            ? t('staff.bulk.rightOver')
            : t('staff.bulk.stoppedBy', { name: stoppedBy ?? t('staff.bulk.formerStaff') })}
        </Note>
      )}
      {endedAt !== null && <p className={css.hint}>{t('staff.bulk.endedAt', { at: dayAndTime(endedAt, language) })}</p>}
      <RefusalNote error={starting.error ?? stopping.error} />
      <div className={css.acts}>
        {state === 'draft' && (
          <Button
            kind={kind === 'block' ? 'danger' : 'primary'}
            disabled={waitingCount === 0}
            busy={starting.isPending}
            busyLabel={t('staff.busy')}
            onClick={() => starting.mutate(id)}
          >
            {t(isMailed(kind) ? 'staff.bulk.startMailed' : 'staff.bulk.start', { count: waitingCount })}
          </Button>
        )}
        {(state === 'waiting' || state === 'running') && (
          <Button kind="line" busy={stopping.isPending} busyLabel={t('staff.busy')} onClick={() => stopping.mutate(id)}>
            {t(state === 'waiting' ? 'staff.bulk.cancel' : 'staff.bulk.stop')}
          </Button>
        )}
      </div>
    </>
  )
}

function Countdown({ startsAt }: { startsAt: string }) {
  const t = useText()
  const [behindMs] = useState(() => serverNow() - Date.now())
  const seconds = useSecondsUntil(Date.parse(startsAt) - behindMs)
  return (
    <p role="timer" aria-live="off" className={css.timer}>
      {seconds > 0 ? t('staff.bulk.startsIn', { time: clockText(seconds) }) : t('staff.bulk.startsNow')}
    </p>
  )
}

const panelId = 'bulk-people'

/** Lists the people whom the act will reach or has reached, and those it leaves out. */
function People({ act: { id, doneCount, waitingCount, leftOut } }: { act: BulkAct }) {
  const t = useText()
  const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0)
  const counts: Readonly<Record<BulkPart, number>> = { waiting: waitingCount, done: doneCount, left_out: leftOutCount }
  const parts = (['waiting', 'done', 'left_out'] as const).filter((part) => counts[part] > 0)
  const [selected, setSelected] = useState<BulkPart>('waiting')
  const part = parts.includes(selected) ? selected : parts[0]
  if (!part) return null
  return (
    <>
      <Tabs
        label={t('staff.bulk.people')}
        tabs={parts.map((each) => ({
          value: each,
          label: t(`staff.bulk.part.${each}`, { count: counts[each] }),
          id: `bulk-${each}`,
        }))}
        value={part}
        panelId={panelId}
        onChange={setSelected}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`bulk-${part}`}>
        <Part key={part} id={id} part={part} count={counts[part]} />
      </div>
    </>
  )
}

function Part({ id, part, count }: { id: number; part: BulkPart; count: number }) {
  const t = useText()
  // The last id of each earlier page.
  const [pages, setPages] = useState<readonly number[]>([])
  const people = useQuery(bulkPeopleQuery(id, part, pages.at(-1) ?? 0, count))
  const columns: Column<BulkPerson>[] = [
    {
      key: 'person',
      head: t('staff.people.person'),
      isTitle: true,
      renderCell: ({ id: personId, name, role }) => (
        <Link to="/staff/people/$personId" params={{ personId: String(personId) }} className={css.name}>
          <b dir="auto">{name}</b>
          <small className={kitCss.sub}>{t(`profile.role.${role}`)}</small>
        </Link>
      ),
    },
    ...(part === 'left_out'
      ? [{ key: 'why', head: t('staff.bulk.whyHead'), renderCell: ({ why }: BulkPerson) => why && t(`staff.bulk.why.${why}`) }]
      : []),
  ]
  return (
    <QueryStates query={people}>
      {({ people: rows, hasMore }) =>
        rows.length === 0 ? (
          <Empty title={t('staff.people.none')} />
        ) : (
          <Table
            label={t(`staff.bulk.part.${part}`, { count })}
            columns={columns}
            rows={rows}
            rowKey={({ id: personId }) => personId}
            foot={
              <>
                <Button size="sm" kind="quiet" disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
                  {t('staff.previous')}
                </Button>
                <Button size="sm" kind="line" disabled={!hasMore} onClick={() => setPages([...pages, rows.at(-1)?.id ?? 0])}>
                  {t('staff.next')}
                </Button>
              </>
            }
          />
        )
      }
    </QueryStates>
  )
}

import type { CaseRow } from '@saathi/contract/safety/case-entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useConsole } from '../queries.ts'
import { BlankButton, BlankScreen } from './blank-screen.tsx'
import { NumbersDialog } from './numbers.tsx'
import { casesQuery, helplinesQuery, type Queue, type Shown, useTakeNext } from './queries.ts'
import css from './queue.module.css'
import { QueueRow } from './queue-row.tsx'
import { QueueKeys, useQueueKeys } from './use-queue-keys.tsx'

const shownNames = ['open', 'mine', 'free', 'closed'] as const

/** The safety desk: what is open, how long it may wait, and who has it. Filter and page are in the address. */
export function SafetyQueuePage() {
  const t = useText()
  const navigate = useNavigate()
  const search: { show?: string; page?: string } = useSearch({ strict: false })
  const show: Shown = shownNames.find((name) => name === search.show) ?? 'open'
  const page = Math.max(1, Number(search.page) || 1)
  const cases = useQuery(casesQuery(show, page))
  const takingNext = useTakeNext((id) => {
    if (id === null) showToast({ text: t('staff.safety.nothingFree') })
    else void navigate({ to: '/staff/safety/$caseId', params: { caseId: String(id) } })
  })
  return (
    <BlankScreen>
      {(blank) => (
        <>
          <PageHead
            title={t('staff.safety.title')}
            text={t('staff.safety.text')}
            actions={
              <>
                <BlankButton onClick={blank} />
                <Button
                  kind="primary"
                  busy={takingNext.isPending}
                  busyLabel={t('staff.busy')}
                  onClick={() => takingNext.mutate()}
                >
                  {t('staff.safety.takeNext')}
                </Button>
              </>
            }
          />
          <RefusalNote error={takingNext.error} />
          <QueryStates query={cases}>
            {(queue) => (
              <div className={css.page}>
                <Figures queue={queue} />
                <Filters show={show} counts={queue.counts} />
                <div className={css.columns}>
                  <QueueLists queue={queue} show={show} page={page} />
                  <aside className={css.aside} aria-label={t('staff.safety.aside')}>
                    <CallFirst />
                    <ContactFilter />
                    <Escalation />
                  </aside>
                </div>
              </div>
            )}
          </QueryStates>
        </>
      )}
    </BlankScreen>
  )
}

function Figures({ queue: { counts, figures } }: { queue: Queue }) {
  const t = useText()
  const { urgentMedianMinutes: urgent, answered, answeredInTime } = figures
  return (
    <dl className={css.figures}>
      <div data-tone={counts.urgent > 0 ? 'bad' : undefined}>
        <dt>{t('staff.safety.urgent')}</dt>
        <dd>{counts.urgent}</dd>
      </div>
      <div>
        <dt>{t('staff.safety.normal')}</dt>
        <dd>{counts.normal}</dd>
      </div>
      <div data-tone={counts.pastTime > 0 ? 'bad' : 'ok'}>
        <dt>{t('staff.safety.pastTime')}</dt>
        <dd>{counts.pastTime}</dd>
        {answered > 0 && <dd className={css.small}>{t('staff.safety.inTime', { count: answeredInTime, answered })}</dd>}
      </div>
      <div>
        <dt>{t('staff.safety.usual')}</dt>
        <dd>{urgent === null ? '–' : t('staff.safety.minutes', { count: urgent })}</dd>
        <dd className={css.small}>{t('staff.safety.promise')}</dd>
      </div>
    </dl>
  )
}

function Filters({ show, counts }: { show: Shown; counts: Queue['counts'] }) {
  const t = useText()
  const numbers = { open: counts.urgent + counts.normal, mine: counts.mine, free: counts.free, closed: null }
  return (
    <nav className={css.filters} aria-label={t('staff.safety.filters')}>
      {shownNames.map((name) => (
        <Link
          key={name}
          to="/staff/safety"
          search={name === 'open' ? {} : { show: name }}
          aria-current={name === show ? 'page' : undefined}
        >
          {t(`staff.safety.show.${name}`)} {numbers[name] !== null && <b>{numbers[name]}</b>}
        </Link>
      ))}
    </nav>
  )
}

function QueueLists({ queue: { cases, hasNextPage }, show, page }: { queue: Queue; show: Shown; page: number }) {
  const t = useText()
  const keys = useQueueKeys()
  if (cases.length === 0) {
    return <Empty title={t(`staff.safety.none.${show}`)} text={show === 'open' ? t('staff.safety.noneText') : undefined} />
  }
  const isClosed = show === 'closed'
  const urgent = isClosed ? [] : cases.filter(({ isUrgent }) => isUrgent)
  const others = isClosed ? cases : cases.filter(({ isUrgent }) => !isUrgent)
  const searchFor = (to: number) => ({ ...(show !== 'open' && { show }), ...(to > 1 && { page: String(to) }) })
  return (
    <div ref={keys} className={css.lists}>
      <List title={t('staff.safety.urgentList')} rows={urgent} isUrgent />
      <List title={t(isClosed ? 'staff.safety.show.closed' : 'staff.safety.normalList')} rows={others} />
      <p className={css.pager}>
        {page > 1 && (
          <Link to="/staff/safety" search={searchFor(page - 1)}>
            {t('staff.previous')}
          </Link>
        )}
        {hasNextPage && (
          <Link to="/staff/safety" search={searchFor(page + 1)}>
            {t('staff.next')}
          </Link>
        )}
      </p>
      <QueueKeys />
    </div>
  )
}

function List({ title, rows, isUrgent = false }: { title: string; rows: readonly CaseRow[]; isUrgent?: boolean }) {
  if (rows.length === 0) return null
  return (
    <section className={css.list} data-urgent={isUrgent || undefined} aria-label={title}>
      <h2>
        {isUrgent && <Icon of={alert} size={17} />}
        <span>{title}</span>
        <span>{rows.length}</span>
      </h2>
      <ol>
        {rows.map((row) => (
          <QueueRow key={row.id} row={row} />
        ))}
      </ol>
    </section>
  )
}

/** For somebody in danger right now; the others follow. */
const firstNumbers = ['1098', '112']
const rankOf = ({ number }: { number: string }): number => firstNumbers.indexOf(number)

/** Numbers of the programme's folder, as links a phone can dial. */
function CallFirst() {
  const t = useText()
  const { programmes } = useConsole()
  const { data = [] } = useQuery(helplinesQuery)
  const [isSetting, setSetting] = useState(false)
  return (
    <Card>
      <h2>{t('staff.safety.callFirst')}</h2>
      <ul className={css.numbers}>
        {data
          .toSorted((one, other) => rankOf(other) - rankOf(one))
          .map(({ number, name, text }) => (
            <li key={number}>
              <a href={`tel:${number}`}>{number}</a>
              <span>
                {name}
                <small>{text}</small>
              </span>
            </li>
          ))}
      </ul>
      {programmes.length > 0 && (
        <Button kind="line" size="sm" onClick={() => setSetting(true)}>
          {t('staff.safety.localNumbers')}
        </Button>
      )}
      {isSetting && <NumbersDialog programmes={programmes} onClose={() => setSetting(false)} />}
    </Card>
  )
}

function ContactFilter() {
  const t = useText()
  return (
    <Card>
      <h2>{t('staff.filter.title')}</h2>
      <ul className={css.links}>
        <li>
          <Link to="/staff/safety/held">{t('staff.held.title')}</Link>
        </li>
        <li>
          <Link to="/staff/safety/filter">{t('staff.filter.settings')}</Link>
        </li>
      </ul>
    </Card>
  )
}

function Escalation() {
  const t = useText()
  return (
    <Card>
      <h2>{t('staff.safety.escalation')}</h2>
      <ol className={css.escalation}>
        {(['first', 'half', 'late'] as const).map((step) => (
          <li key={step}>
            <b>{t(`staff.safety.escalation.${step}`)}</b>
            <small>{t(`staff.safety.escalation.${step}When`)}</small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

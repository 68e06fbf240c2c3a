import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Card, coverLinkClass } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import type { IconShape } from '#core/ui/icons.ts'
import { chat, check, lock, sparkle, users, video } from '#core/ui/icons.ts'
import css from './home-page.module.css'
import { QueryStates } from './kit/query-states.tsx'
import { overviewQuery, useConsole } from './queries.ts'

const stages = ['invited', 'preparing', 'needs_approval', 'waits_for_match', 'in_pair', 'in_group', 'blocked'] as const

/** Figures that each open the list they count. */
export function Overview() {
  const t = useText()
  const overview = useQuery(overviewQuery)
  return (
    <div className={css.overview}>
      <QueryStates query={overview}>
        {({ stages: counts, pairsRunning, pairsUnmanaged }) => (
          <>
            <section className={css.figures} aria-label={t('staff.overview.figures')}>
              <Figure to="/staff/pairs" search={{ state: 'running' }} term={t('staff.overview.pairs')} value={pairsRunning} />
              <Figure
                to="/staff/pairs"
                search={{ state: 'running', coordinator: 'none' }}
                term={t('staff.overview.unmanaged')}
                value={pairsUnmanaged}
              />
              <Figure
                to="/staff/people"
                search={{ stage: 'waits_for_match', sort: 'oldest' }}
                term={t('staff.overview.waiting')}
                value={counts.waits_for_match}
              />
              <Figure
                to="/staff/people"
                search={{ stage: 'preparing' }}
                term={t('staff.overview.preparing')}
                value={counts.preparing}
              />
            </section>
            <div className={css.two}>
              <Card>
                <h2>{t('staff.overview.stages')}</h2>
                <Bars counts={counts} />
              </Card>
              <Waits />
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}

type FigureProps = { to: string; search: Record<string, string>; term: string; value: number }

function Figure({ to, search, term, value }: FigureProps) {
  return (
    <Card as="div" className={css.figure}>
      <Link to={to} search={search} className={coverLinkClass}>
        {term}
      </Link>
      <b>{value}</b>
    </Card>
  )
}

function Bars({ counts }: { counts: Readonly<Record<(typeof stages)[number], number>> }) {
  const t = useText()
  const most = Math.max(1, ...stages.map((stage) => counts[stage]))
  return (
    <ul className={css.bars}>
      {stages.map((stage) => (
        <li key={stage}>
          <Link to="/staff/people" search={{ stage }}>
            {t(`staff.stage.${stage}`)}
          </Link>
          <span className={css.bar}>
            <i style={{ inlineSize: `${Math.round((100 * counts[stage]) / most)}%` }} />
          </span>
          <b>{counts[stage]}</b>
        </li>
      ))}
    </ul>
  )
}

type Wait = {
  action: string
  icon: IconShape
  text: TextKey
  count: number
  to: string
  search: Record<string, string>
}

/** Decisions that wait for the team and that the reader may make. */
function Waits() {
  const t = useText()
  const { actions, waiting } = useConsole()
  const proposals = waiting.matching - waiting.groups
  const all: Wait[] = [
    { action: 'staff.help', icon: chat, text: 'staff.wait.help', count: waiting.help, to: '/staff/help', search: {} },
    {
      action: 'staff.screening',
      icon: check,
      text: 'staff.wait.screening',
      count: waiting.screening,
      to: '/staff/screening',
      search: {},
    },
    {
      action: 'staff.matching',
      icon: sparkle,
      text: 'staff.wait.proposals',
      count: proposals,
      to: '/staff/matching',
      search: { tab: 'review' },
    },
    {
      action: 'staff.matching',
      icon: users,
      text: 'staff.wait.groups',
      count: waiting.groups,
      to: '/staff/matching',
      search: { tab: 'groups' },
    },
    {
      action: 'staff.video',
      icon: video,
      text: 'staff.wait.recordings',
      count: waiting.recordings,
      to: '/staff/pairs',
      search: { tab: 'recordings' },
    },
    { action: 'staff.resets', icon: lock, text: 'staff.wait.resets', count: waiting.resets, to: '/staff/team', search: {} },
  ]
  const shown = all.filter(({ action, count }) => actions.includes(action) && count > 0)
  return (
    <Card>
      <h2>{t('staff.overview.waits')}</h2>
      {shown.length === 0 ? (
        <p className={css.nothing}>{t('staff.home.nothing')}</p>
      ) : (
        <ul className={css.waits}>
          {shown.map(({ icon, text, count, to, search }) => (
            <li key={text}>
              <Icon of={icon} />
              <Link to={to} search={search} className={coverLinkClass}>
                {t(text, { count })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

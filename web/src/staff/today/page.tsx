import { WorkView, type WorkItem } from '@saathi/contract/worklist/entities'
import { WorkRule } from '@saathi/contract/worklist/rules'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { buttonClass } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { useNow } from '#core/use-now.ts'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { NudgesCard } from '../nudges/card.tsx'
import { useConsole } from '../queries.ts'
import { ContactBand } from './band.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { AssignDialog, SnoozeDialog } from './dialogs.tsx'
import { useLiveWork, workQuery, type WorkSearch } from './queries.ts'
import { WorkRow, type WorkAct } from './row.tsx'
import { HandOverCard, TodaysContacts } from './side.tsx'
import css from './today.module.css'
import { UrgentRows } from './urgent.tsx'
import { RowKeys, useRowKeys } from './use-row-keys.tsx'
import { personOf, titleOf } from './words.ts'

const INDIA_OFFSET_HOURS = 5.5

function greetingAt(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = Math.floor(now.getUTCHours() + now.getUTCMinutes() / 60 + INDIA_OFFSET_HOURS) % 24
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

type Search = { view?: string; rule?: string; after?: string }

/** The worklist: people who need somebody's attention today, with the reason. */
export function TodayPage() {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const { firstName } = useProfile()
  const { programmes, actions } = useConsole()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  useLiveWork()
  const view = WorkView.safeParse(search.view).data ?? 'mine'
  const rule = WorkRule.safeParse(search.rule).data
  const query: WorkSearch = { view, ...(rule && { rule }), ...(search.after && { after: search.after }) }
  const work = useQuery(workQuery(query))
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(programmes.map(({ name }) => name))
  const show = (next: Search) => void navigate({ to: '/staff/today', search: next })
  return (
    <>
      <PageHead
        title={t(`staff.today.good.${greetingAt(now)}`, { name: firstName })}
        text={[longDay(now.toISOString(), language), names].filter(Boolean).join(' · ')}
        actions={
          <div className={css.views} role="group" aria-label={t('staff.today.views')}>
            {WorkView.options.map((each) => (
              <button key={each} type="button" aria-pressed={view === each} onClick={() => show({ view: each })}>
                {t(`staff.today.view.${each}`)} <b>{work.data?.counts[each] ?? ''}</b>
              </button>
            ))}
          </div>
        }
      />
      <QueryStates query={work}>
        {({ items, total, next, byRule, urgent, contacts, today }) => (
          <div className={css.page}>
            <ContactBand contacts={contacts} />
            {byRule.length > 0 && (
              <div className={css.chips} role="group" aria-label={t('staff.today.reasons')}>
                <button type="button" aria-pressed={!rule} onClick={() => show({ view })}>
                  {t('staff.today.all')} <b>{byRule.reduce((sum, { count }) => sum + count, 0)}</b>
                </button>
                {byRule.map((each) => (
                  <button
                    key={each.rule}
                    type="button"
                    aria-pressed={rule === each.rule}
                    onClick={() => show({ view, rule: each.rule })}
                  >
                    {t(`staff.today.chip.${each.rule}`)} <b>{each.count}</b>
                  </button>
                ))}
              </div>
            )}
            <div className={css.columns}>
              <div>
                {urgent.length > 0 && <UrgentRows cases={urgent} />}
                {items.length === 0 ? (
                  urgent.length === 0 && <Empty title={t(`staff.today.none.${view}`)} text={t('staff.today.noneText')} />
                ) : (
                  <Rows key={view} items={items} total={total} next={next} onNext={(after) => show({ ...search, view, after })} />
                )}
                <RowKeys />
              </div>
              <div className={css.side}>
                <TodaysContacts planned={today} />
                <NudgesCard canPlan={actions.includes('staff.work_rules')} />
                <HandOverCard />
                {actions.includes('staff.work_rules') && (
                  <Link to="/staff/today/rules" className={buttonClass({ kind: 'quiet', size: 'sm' })}>
                    {t('staff.rules.link')}
                  </Link>
                )}
              </div>
            </div>
          </div>
        )}
      </QueryStates>
    </>
  )
}

type RowsProps = { items: readonly WorkItem[]; total: number; next: string | null; onNext: (after: string) => void }

function Rows({ items, total, next, onNext }: RowsProps) {
  const t = useText()
  const language = useLanguage()
  const list = useRowKeys()
  const [currentId, setCurrentId] = useState<number | null>(null)
  const [act, setAct] = useState<{ kind: WorkAct; item: WorkItem } | null>(null)
  const onClose = () => setAct(null)
  return (
    <div className={css.box}>
      <p className={css.bar}>
        <span>{t('staff.today.longest')}</span>
        <span>{total}</span>
      </p>
      <ul className={css.rows} ref={list}>
        {items.map((item) => (
          <WorkRow
            key={item.id}
            item={item}
            isCurrent={item.id === currentId}
            onCurrent={() => setCurrentId(item.id === currentId ? null : item.id)}
            onAct={(kind) => setAct({ kind, item })}
          />
        ))}
      </ul>
      {(next || items.length < total) && (
        <p className={css.foot}>
          <span>{t('staff.today.shown', { shown: items.length, count: total })}</span>
          {next && (
            <button type="button" className={buttonClass({ kind: 'line', size: 'sm' })} onClick={() => onNext(next)}>
              {t('staff.today.next')}
            </button>
          )}
        </p>
      )}
      {act?.kind === 'contact' && <ContactDialog people={act.item.people} personId={personOf(act.item)?.id} onClose={onClose} />}
      {act?.kind === 'assign' && <AssignDialog item={act.item} title={titleOf(act.item, t, language)} onClose={onClose} />}
      {act?.kind === 'snooze' && <SnoozeDialog item={act.item} title={titleOf(act.item, t, language)} onClose={onClose} />}
    </div>
  )
}

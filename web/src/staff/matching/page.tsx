import { StaffOffer } from '@saathi/contract/matching/staff-calls'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { useConsole } from '../queries.ts'
import { Apart } from './apart.tsx'
import { ApartDialog, ByHandDialog } from './dialogs.tsx'
import { Groups } from './groups.tsx'
import css from './matching.module.css'
import { Offers } from './offers.tsx'
import { Pool } from './pool.tsx'
import type { MatchingSearch } from './queries.ts'
import { Run } from './run.tsx'

const tabs = ['run', 'review', 'pool', 'offers', 'groups', 'apart'] as const
type Tab = (typeof tabs)[number]

const panelId = 'matching-panel'

/** Everything about matching: a run, offers to review, the pool, all offers, groups, who is kept apart. Tab and filters are in the address. */
export function MatchingPage() {
  const t = useText()
  const navigate = useNavigate()
  const search: MatchingSearch = useSearch({ strict: false })
  const { actions, programmes, waiting } = useConsole()
  const [dialog, setDialog] = useState<'hand' | 'apart' | null>(null)
  const tab = tabs.find((each) => each === search.tab) ?? 'run'
  const only = programmes.length === 1 ? programmes[0]?.key : undefined
  const project = programmes.find(({ key }) => key === search.programme)?.key ?? only
  const page = Math.max(1, Number(search.page) || 1)
  const go = (changes: MatchingSearch) => {
    const { page: _page, ...rest } = { ...search, ...changes }
    const kept = Object.entries({ ...rest, page: changes.page }).filter(([, value]) => value)
    void navigate({ to: '/staff/matching', search: Object.fromEntries(kept) })
  }
  const labels: Readonly<Record<Tab, string>> = {
    run: t('staff.matching.tab.run'),
    review: t('staff.matching.tab.review', { count: waiting.matching - waiting.groups }),
    pool: t('staff.matching.tab.pool'),
    offers: t('staff.matching.tab.offers'),
    groups: t('staff.matching.tab.groups', { count: waiting.groups }),
    apart: t('staff.matching.tab.apart'),
  }
  return (
    <>
      <PageHead
        title={t('staff.matching.title')}
        text={t('staff.matching.text')}
        actions={
          <>
            <Button kind="line" onClick={() => setDialog('apart')}>
              {t('staff.matching.apart')}
            </Button>
            <Button kind="line" onClick={() => setDialog('hand')}>
              {t('staff.matching.byHand')}
            </Button>
          </>
        }
      />
      <div className={css.bar}>
        {only === undefined && (
          <FilterSelect
            label={t('staff.people.programme')}
            value={project ?? ''}
            options={[['', t('staff.people.anyProgramme')], ...programmes.map(({ key, name }) => [key, name] as const)]}
            onChange={(programme) => go({ programme })}
          />
        )}
        {actions.includes('staff.screening') && (
          <Link to="/staff/screening" className={css.link}>
            {t('staff.matching.toApprove', { count: waiting.screening })}
          </Link>
        )}
      </div>
      <Tabs
        label={t('staff.matching.title')}
        tabs={tabs.map((value) => ({ value, label: labels[value], id: `matching-${value}` }))}
        value={tab}
        panelId={panelId}
        onChange={(to) => go({ tab: to })}
      />
      <div id={panelId} className={css.panel} role="tabpanel" aria-labelledby={`matching-${tab}`}>
        <TabContent tab={tab} project={project} search={search} page={page} onGo={go} />
      </div>
      {dialog === 'hand' && <ByHandDialog onClose={() => setDialog(null)} />}
      {dialog === 'apart' && <ApartDialog onClose={() => setDialog(null)} />}
    </>
  )
}

type TabContentProps = {
  tab: Tab
  project: string | undefined
  search: MatchingSearch
  page: number
  onGo: (changes: MatchingSearch) => void
}

function TabContent({ tab, project, search, page, onGo }: TabContentProps) {
  const state = StaffOffer.shape.state.safeParse(search.state).data
  const inProject = { ...(project && { project }), page }
  switch (tab) {
    case 'run':
      return <Run key={project} project={project} onReview={() => onGo({ tab: 'review' })} />
    case 'review':
      return <Offers key={project} query={{ ...inProject, state: 'proposed' }} isReview onPage={onGo} />
    case 'pool':
      return <Pool project={project} search={search} page={page} onChange={onGo} />
    case 'offers':
      return <Offers query={{ ...inProject, ...(state && { state }) }} state={state ?? ''} onPage={onGo} />
    case 'groups':
      return <Groups project={project} page={page} onPage={onGo} />
    case 'apart':
      return <Apart project={project} page={page} onPage={onGo} />
  }
}

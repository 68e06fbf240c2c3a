import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import allDone from '#art/all-done.svg'
import awaiting from '#art/awaiting-response.svg'
import sayHi from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { SectionHead } from '#core/ui/section-head.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import { cardsOf, type ShownList, shownLists } from '../cache.ts'
import { CardList } from '../cards/card.tsx'
import { CardSkeletons } from './skeleton.tsx'
import { useHomeAddress } from './address.ts'
import { HomeFailed } from './failed.tsx'
import css from './sessions.module.css'
import { cardsQuery } from '../queries.ts'

const drawings: Record<ShownList, string> = { recent: sayHi, available: allDone, completed: awaiting }

/** Started, available and completed sessions. */
export function HomeSessions({ mentorship }: { mentorship: Mentorship }) {
  const t = useText()
  const headId = useId()
  const panelId = useId()
  const router = useRouter()
  const listInAddress = useHomeAddress().list
  const started = useQuery(cardsQuery(mentorship.id, 'mine')).data
  // Defaults to the available sessions if nothing is in progress.
  const list = listInAddress ?? (started && cardsOf('recent', started).length === 0 ? 'available' : 'recent')
  const tabId = (of: ShownList) => `${panelId}-${of}`

  // In the address, so that going back from a session leads to the list it was opened from.
  const handleChange = (next: ShownList) =>
    void router.navigate({
      to: '/mentorship',
      search: { mentorship: mentorship.id, list: next },
      replace: true,
      resetScroll: false,
    })

  return (
    <section className={css.section} aria-labelledby={headId}>
      <SectionHead id={headId} title={t('mentorship.sessions')} />
      <Tabs
        label={t('mentorship.sessions')}
        tabs={shownLists.map((value) => ({ value, label: t(`mentorship.list.${value}`), id: tabId(value) }))}
        value={list}
        panelId={panelId}
        onChange={handleChange}
      />
      <div id={panelId} className={css.panel} role="tabpanel" aria-labelledby={tabId(list)} tabIndex={0}>
        <Panel mentorship={mentorship} list={list} />
      </div>
    </section>
  )
}

function Panel({ mentorship, list }: { mentorship: Mentorship; list: ShownList }) {
  const t = useText()
  const query = useQuery(cardsQuery(mentorship.id, list === 'available' ? 'open' : 'mine'))
  const cards = query.data && cardsOf(list, query.data)
  // A failed refetch keeps the old cards.
  if (cards && cards.length > 0)
    return <CardList cards={cards} partners={mentorship.partners} label={t(`mentorship.list.${list}`)} />
  if (query.error) {
    return (
      <Card as="div">
        <HomeFailed small level={3} title={t('mentorship.sessions.failed')} query={query} />
      </Card>
    )
  }
  if (cards) {
    // Finished sessions were started too, so 'nothing started yet' would be wrong.
    const empty = list === 'recent' && query.data && query.data.length > 0 ? 'between' : list
    return (
      <Card as="div">
        <Empty
          small
          level={3}
          drawing={drawings[list]}
          title={t(`mentorship.empty.${empty}`)}
          text={t(`mentorship.empty.${empty}.text`)}
        />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('mentorship.sessions.loading')}>
      <CardSkeletons />
    </SkeletonGroup>
  )
}

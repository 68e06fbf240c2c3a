import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { CardList } from './cards-list.tsx'
import css from './fallback-cards.module.css'
import { HomeFailed } from './home-failed.tsx'
import { cardsQuery, mentorshipsQuery } from './queries.ts'

/** What was begun stays readable after the mentorship has ended. */
export function EndedSessions() {
  const { data } = useQuery(mentorshipsQuery)
  const ended = data?.filter(({ isActive, part }) => !isActive && part !== 'pair_manager') ?? []
  return ended.map((mentorship) => <Ended key={mentorship.id} mentorship={mentorship} />)
}

function Ended({ mentorship }: { mentorship: Mentorship }) {
  const t = useText()
  const language = useLanguage()
  const headId = useId()
  const asked = useQuery(cardsQuery(mentorship.id, 'mine'))
  const names = mentorship.partners.map(({ userFullName }) => userFullName).join(', ')
  const title = names === '' ? t('mentorship.ended.alone') : t('mentorship.ended.title', { names })
  // Nothing was begun in it, or nothing is known yet: there is nothing to tell.
  if (!asked.error && !asked.data?.length) return null
  return (
    <section className={css.section} aria-labelledby={headId}>
      <div>
        <h2 id={headId}>{title}</h2>
        <p className={css.sub}>
          {mentorship.endedAt === null
            ? t('mentorship.ended.read')
            : t('mentorship.ended.readSince', { date: shortDay(mentorship.endedAt, language) })}
        </p>
      </div>
      {asked.data ? (
        <CardList cards={asked.data} mentorship={mentorship} label={title} />
      ) : (
        <Card as="div">
          <HomeFailed small level={3} title={t('mentorship.sessions.failed')} asked={asked} />
        </Card>
      )}
    </section>
  )
}

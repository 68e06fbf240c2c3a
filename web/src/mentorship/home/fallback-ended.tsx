import type { Member, Mentorship, MentorshipCard } from '@saathi/contract/mentorship/entities'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Card } from '#core/ui/card.tsx'
import { CardList } from '../cards/card.tsx'
import { FarewellCard } from '../farewell/card.tsx'
import css from './fallback-cards.module.css'
import { HomeFailed } from './failed.tsx'
import { startedQuery, cardsQuery, mentorshipsQuery } from '../queries.ts'

/** Started sessions stay readable after the mentorship has ended, and while the area is locked. */
export function EndedSessions() {
  const { curriculum } = useProfile().status.experiences
  return curriculum === 'use' ? <EndedMentorships /> : <LockedSessions />
}

function EndedMentorships() {
  const { data } = useQuery(mentorshipsQuery)
  const ended = data?.filter(({ isActive, part }) => !isActive && part !== 'pair_manager') ?? []
  return ended.map((mentorship) => <Ended key={mentorship.id} mentorship={mentorship} />)
}

function LockedSessions() {
  const t = useText()
  const query = useQuery(startedQuery)
  return <StartedSessions title={t('mentorship.held.title')} text={t('mentorship.held.text')} query={query} partners={[]} />
}

function Ended({ mentorship }: { mentorship: Mentorship }) {
  const { id, partners, endedAt } = mentorship
  const t = useText()
  const language = useLanguage()
  const query = useQuery(cardsQuery(id, 'mine'))
  const names = partners.map(({ userFullName }) => userFullName).join(', ')
  return (
    <>
      <FarewellCard mentorship={mentorship} />
      <StartedSessions
        title={names === '' ? t('mentorship.ended.alone') : t('mentorship.ended.title', { names })}
        text={
          endedAt === null ? t('mentorship.ended.read') : t('mentorship.ended.readSince', { date: shortDay(endedAt, language) })
        }
        query={query}
        partners={partners}
      />
    </>
  )
}

type StartedSessionsProps = { title: string; text: string; query: UseQueryResult<MentorshipCard[]>; partners: readonly Member[] }

function StartedSessions({ title, text, query, partners }: StartedSessionsProps) {
  const t = useText()
  const headId = useId()
  // Renders nothing if no session was started, and while loading.
  if (!query.error && !query.data?.length) return null
  return (
    <section className={css.section} aria-labelledby={headId}>
      <div>
        <h2 id={headId}>{title}</h2>
        <p className={css.sub}>{text}</p>
      </div>
      {query.data ? (
        <CardList cards={query.data} partners={partners} label={title} />
      ) : (
        <Card as="div">
          <HomeFailed small level={3} title={t('mentorship.sessions.failed')} query={query} />
        </Card>
      )}
    </section>
  )
}

import type { Member, Mentorship, MentorshipCard } from '@saathi/contract/mentorship/entities'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Card } from '#core/ui/card.tsx'
import { CardList } from './cards-list.tsx'
import css from './fallback-cards.module.css'
import { HomeFailed } from './home-failed.tsx'
import { begunQuery, cardsQuery, mentorshipsQuery } from './queries.ts'

/** What was begun stays readable after the mentorship has ended, and while the area is held back. */
export function EndedSessions() {
  const { curriculum } = useProfile().status.experiences
  return curriculum === 'use' ? <OfEnded /> : <HeldBack />
}

function OfEnded() {
  const { data } = useQuery(mentorshipsQuery)
  const ended = data?.filter(({ isActive, part }) => !isActive && part !== 'pair_manager') ?? []
  return ended.map((mentorship) => <Ended key={mentorship.id} mentorship={mentorship} />)
}

function HeldBack() {
  const t = useText()
  const asked = useQuery(begunQuery)
  return <Begun title={t('mentorship.held.title')} text={t('mentorship.held.text')} asked={asked} partners={[]} />
}

function Ended({ mentorship: { id, partners, endedAt } }: { mentorship: Mentorship }) {
  const t = useText()
  const language = useLanguage()
  const asked = useQuery(cardsQuery(id, 'mine'))
  const names = partners.map(({ userFullName }) => userFullName).join(', ')
  return (
    <Begun
      title={names === '' ? t('mentorship.ended.alone') : t('mentorship.ended.title', { names })}
      text={
        endedAt === null ? t('mentorship.ended.read') : t('mentorship.ended.readSince', { date: shortDay(endedAt, language) })
      }
      asked={asked}
      partners={partners}
    />
  )
}

type BegunProps = { title: string; text: string; asked: UseQueryResult<MentorshipCard[]>; partners: readonly Member[] }

function Begun({ title, text, asked, partners }: BegunProps) {
  const t = useText()
  const headId = useId()
  // Nothing was begun, or nothing is known yet: there is nothing to tell.
  if (!asked.error && !asked.data?.length) return null
  return (
    <section className={css.section} aria-labelledby={headId}>
      <div>
        <h2 id={headId}>{title}</h2>
        <p className={css.sub}>{text}</p>
      </div>
      {asked.data ? (
        <CardList cards={asked.data} partners={partners} label={title} />
      ) : (
        <Card as="div">
          <HomeFailed small level={3} title={t('mentorship.sessions.failed')} asked={asked} />
        </Card>
      )}
    </section>
  )
}

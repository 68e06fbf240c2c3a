import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TodayCard, useNext } from '#accounts/public.tsx'
import awaiting from '#art/awaiting-response.svg'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink, buttonClass } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { type Bead, Beads } from '#core/ui/progress/beads.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { GoLink } from '#feed/public.ts'
import { programmeCardsQuery } from '../queries.ts'
import { HomeFailed, HomeTitle } from './failed.tsx'
import css from './fallback-cards.module.css'
import { EndedSessions } from './fallback-ended.tsx'

/**
 * 'alone': no ongoing mentorship. 'closed': a session of an ended mentorship was opened by somebody with an ongoing one.
 * 'locked': the area is not unlocked yet. 'off': the area is switched off.
 */
export type FallbackReason = 'alone' | 'closed' | 'locked' | 'off'

/** Replaces content that cannot be shown: what a mentorship is like, and the started sessions of ended ones. */
export function FallbackCards({ why }: { why: FallbackReason }) {
  const t = useText()
  const hasHome = why === 'closed' || why === 'locked'
  return (
    <div className={css.page}>
      <HomeTitle />
      <header>
        {why === 'alone' ? (
          <AloneTitle />
        ) : (
          <>
            <h1>{t(`mentorship.fallback.${why}`)}</h1>
            <p className={css.sub}>{t(`mentorship.fallback.${why}.text`)}</p>
          </>
        )}
        {hasHome && (
          <ButtonLink className={css.home} kind="primary" render={<Link to="/mentorship" />}>
            {t('mentorship.profile.back')}
          </ButtonLink>
        )}
      </header>
      {why === 'alone' && (
        <>
          <TodayCard />
          <PathToPartner />
        </>
      )}
      <EndedSessions />
      <section className={css.section} aria-labelledby="mentorship-cards">
        <h2 id="mentorship-cards">{t('mentorship.fallback.cards')}</h2>
        <Cards />
      </section>
    </div>
  )
}

/** Texts about a future partner are hidden for people who are not being matched. */
function AloneTitle() {
  const t = useText()
  const { role } = useProfile()
  const { next } = useNext()
  if (next?.step.kind === 'team' && next.step.hadMentorship) return <h1>{t('mentorship.alone.ended')}</h1>
  const side = next?.facts.side ?? (isMentor(role) ? 'mentor' : 'mentee')
  return <h1>{t(`mentorship.alone.${side}`)}</h1>
}

function Cards() {
  const t = useText()
  const isLight = useDataLight()
  const query = useQuery(programmeCardsQuery)
  if (query.data && query.data.length > 0) {
    return (
      <ul className={css.cards} aria-labelledby="mentorship-cards">
        {query.data.map(({ id, image, imageWidth, imageHeight, text, localeText, link }) => (
          <li key={id} className={css.card}>
            {!isLight && <img src={image} alt="" width={imageWidth} height={imageHeight} loading="lazy" decoding="async" />}
            <p>{localeText || text}</p>
            {link && (
              <GoLink
                className={buttonClass({ kind: 'soft', size: 'sm', className: css.go })}
                address={link}
                label={`${t('mentorship.fallback.open')}: ${localeText || text}`}
              >
                {t('mentorship.fallback.open')}
              </GoLink>
            )}
          </li>
        ))}
      </ul>
    )
  }
  if (query.error) {
    return (
      <Card as="div">
        <HomeFailed small level={3} title={t('mentorship.fallback.failed')} query={query} />
      </Card>
    )
  }
  if (query.data) {
    return (
      <Card as="div">
        <Empty
          small
          level={3}
          drawing={awaiting}
          title={t('mentorship.fallback.empty')}
          text={t('mentorship.fallback.emptyText')}
        />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('mentorship.fallback.loading')} className={css.cards}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="280px" />
      ))}
    </SkeletonGroup>
  )
}

type PathStep = { text: TextKey; isDone: boolean }

/** The steps from signing up to the first hello; hidden for people who are not being matched. */
export function PathToPartner() {
  const t = useText()
  const { next } = useNext()
  if (!next || next.step.kind === 'team' || (next.facts.side !== 'mentee' && next.facts.side !== 'mentor')) return null
  const { side } = next.facts
  const pathSteps = pathStepsOf(next.facts)
  const here = pathSteps.findIndex(({ isDone }) => !isDone)
  const steps = pathSteps.map(({ text, isDone }, place): Bead => ({
    label: t(text, { minutes: next.facts.survey?.minutes ?? 0, count: next.facts.hub.needed }),
    state: isDone ? 'done' : place === here ? 'now' : 'next',
  }))
  return (
    <Card aria-labelledby="mentorship-way">
      <h2 id="mentorship-way">{t(side === 'mentor' ? 'mentorship.way.toMentee' : 'mentorship.way.toMentor')}</h2>
      <Beads
        vertical
        steps={steps}
        label={t('mentorship.way.place', { number: here + 1, total: pathSteps.length })}
        stateLabels={{ done: t('mentorship.way.done'), now: t('mentorship.way.now'), next: t('mentorship.way.next') }}
      />
    </Card>
  )
}

/** Mentors can be matched without any sessions. */
function pathStepsOf({ side, mentorship, hub, survey, matching }: NextFacts): PathStep[] {
  const hasAnswered = !survey?.isFirst
  const isFound = matching.offers > 0 || (matching.status !== null && matching.status !== 'READY')
  const hasLearnt = mentorship === 'use' || hub.completed >= hub.needed
  return [
    ...(side === 'mentee' ? [{ text: 'mentorship.way.sessions' as const, isDone: hasLearnt }] : []),
    { text: hasAnswered ? 'mentorship.way.answered' : 'mentorship.way.survey', isDone: hasAnswered },
    { text: 'mentorship.way.search', isDone: isFound },
    { text: 'mentorship.way.choose', isDone: false },
    { text: 'mentorship.way.hello', isDone: false },
  ]
}

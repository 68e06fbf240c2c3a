import type { NextFacts, NextMentorshipSession } from '@saathi/contract/accounts/next-facts'
import type { BadgeType, MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import companions from '#art/companions.svg'
import { nextFactsQuery } from '#accounts/public.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { endMoment, type FinishedSession, useMoment } from '#core/moments.ts'
import { Badge } from '#core/ui/progress/badge.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Celebration } from '#core/ui/progress/celebration.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { chat } from '#core/ui/icons.ts'
import { titleOf } from '#learning/public.ts'
import { FinishMoment, UpNext } from '#learning/public.tsx'
import { tiers } from './rewards.ts'
import { MatchMoment } from './match-moment.tsx'
import css from './moment-host.module.css'
import { sessionLinks } from './session/links.ts'
import { mentorshipSessionQuery } from './session/queries.ts'

/** Shows finished sessions and new matches one after the other, over any page. */
export function MomentHost() {
  const moment = useMoment()
  if (!moment) return null
  if ('match' in moment) return <MatchMoment key={moment.match} mentorship={moment.match} />
  const { session, mentorship } = moment
  const key = `${mentorship}.${session}`
  if (mentorship === undefined) return <FinishMoment key={key} moment={moment} />
  return <BadgeMoment key={key} moment={moment} mentorship={mentorship} />
}

function BadgeMoment({ moment, mentorship }: { moment: FinishedSession; mentorship: number }) {
  const t = useText()
  const { data: detail } = useQuery(mentorshipSessionQuery(moment.session, mentorship))
  const facts = useFacts()
  const next = nextOf(facts, moment.session, mentorship)
  const badge = detail?.badge ?? null
  const title = detail ? titleOf(detail) : ''
  return (
    <Celebration
      onClose={endMoment}
      picture={badge ? <Won badge={badge} /> : <img src={companions} alt="" width={260} height={173} />}
      title={badge ? t(`mentorship.badge.${badge}`) : t('moment.doneAny')}
      lead={
        badge
          ? t(`moment.badge.${badge}`, { title })
          : moment.finish
            ? t('moment.finished', { title })
            : t('moment.badge.soon', { title })
      }
      actions={<Actions detail={detail} facts={facts} next={next} mentorship={mentorship} />}
    >
      {badge && <HowEarned badge={badge} />}
      {next && <UpNext session={next.session} />}
    </Celebration>
  )
}

function useFacts(): NextFacts | undefined {
  const client = useQueryClient()
  useEffect(() => void client.invalidateQueries({ queryKey: nextFactsQuery.queryKey }), [client])
  return useQuery(nextFactsQuery).data
}

/** The session of this mentorship that is due next. The facts may have been fetched before the session was finished. */
const nextOf = (facts: NextFacts | undefined, finished: number, of: number) =>
  facts?.walks.find(({ mentorship, session }) => mentorship === of && session.id !== finished)

function Won({ badge }: { badge: BadgeType }) {
  const t = useText()
  return <Badge won tier={tiers[badge]} size={176} label={t(`mentorship.badge.${badge}`)} />
}

const badges: readonly BadgeType[] = ['Gold', 'Silver', 'Bronze']

function HowEarned({ badge }: { badge: BadgeType }) {
  const t = useText()
  return (
    <section className={css.card} aria-label={t('moment.badge.how')}>
      {badges.map((each) => (
        <div key={each} className={classNames(css.way, each === badge && css.mine)}>
          <Badge tier={tiers[each]} size={44} label="" />
          <p>
            <b>{t(`mentorship.badge.${each}`)}</b> {t(`moment.badge.how.${each}`)}
          </p>
        </div>
      ))}
    </section>
  )
}

type ActionsProps = {
  detail: MentorshipSession | undefined
  facts: NextFacts | undefined
  next: NextMentorshipSession | undefined
  mentorship: number
}

/** Offers to tell the partner, or the whole group, in chat, and to go on with the next session. */
function Actions({ detail, facts, next, mentorship }: ActionsProps) {
  const t = useText()
  const { toIntro, toSummary } = sessionLinks(mentorship)
  const partner = facts?.partners.find((each) => each.mentorship === mentorship)
  return (
    <>
      {detail?.badge && partner?.channel && (
        <ButtonLink size="lg" render={<Link to="/chat/messenger" search={{ channel: partner.channel }} onClick={endMoment} />}>
          <Icon of={chat} size={20} />
          {partner.people === 1 ? t('moment.tell', { name: partner.firstName }) : t('moment.tellGroup')}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="lg" render={<Link {...(next.isBegun ? toSummary : toIntro)(next.session.id)} onClick={endMoment} />}>
          {t(next.isBegun ? 'today.continue' : 'moment.startNext')}
        </ButtonLink>
      )}
      <Button kind="quiet" onClick={endMoment}>
        {t(next ? 'moment.enough' : 'moment.continue')}
      </Button>
    </>
  )
}

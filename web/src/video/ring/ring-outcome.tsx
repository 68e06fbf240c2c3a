import type { VideoRoom } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { calendar, chat, video } from '#core/ui/icons.ts'
import { firstNameOf, namesOf } from '../person-name.ts'
import { statusQuery } from '../queries.ts'
import { useInertBackground } from '../stage/head.tsx'
import { useFocusOnShow } from '../use-focus-on-show.ts'
import css from './ring.module.css'
import { Centre, RingingFace } from './ringing-view.tsx'

type Outcome = 'declined' | 'busy' | 'unanswered'

/** The result of an unanswered call: the other person's own words, never a reason that we give. */
export function RingOutcome({ room, outcome }: { room: VideoRoom; outcome: Outcome }) {
  const t = useText()
  const language = useLanguage()
  const title = useFocusOnShow()
  const screenRef = useInertBackground()
  const { data } = useQuery(statusQuery(room.room))
  const people = data?.ring?.people ?? []
  const called = people.length > 0 ? people : room.partners
  const name = namesOf(called, language)
  const replies = outcome === 'declined' ? (data?.ring?.replies ?? []) : []
  return (
    <section ref={screenRef} className={css.outcome} aria-label={t('video.title')}>
      <Centre>
        <RingingFace person={called[0]} isStill />
        <h1 ref={title} tabIndex={-1} className={css.title} dir="auto">
          {outcome === 'unanswered' ? t('video.ended.unanswered') : t(`video.ended.${outcome}`, { name })}
        </h1>
        <div role="status" className={css.replies}>
          {outcome === 'unanswered' && <p className={css.quiet}>{t('video.ended.told', { name })}</p>}
          {replies.map(({ userId, words }) => (
            <div key={userId}>
              <p className={css.quiet}>
                {t('video.ended.words', { name: firstNameOf(called.find((each) => each.userId === userId)?.name ?? name) })}
              </p>
              <p className={css.words} dir="auto">
                {words}
              </p>
            </div>
          ))}
        </div>
      </Centre>
      <div className={css.actions}>
        <ButtonLink size="lg" className={css.go} render={<Link to="/mentorship" />}>
          <Icon of={calendar} size={22} />
          {t('video.ended.findTime')}
        </ButtonLink>
        <ButtonLink size="lg" className={css.other} render={<Link to="/chat/messenger" search={{ channel: room.channel }} />}>
          <Icon of={chat} size={22} />
          {t('video.openChat')}
        </ButtonLink>
        <div className={css.pair}>
          <ButtonLink
            className={css.other}
            render={<Link to="/video/call/$channelId" params={{ channelId: String(room.channel) }} />}
          >
            <Icon of={video} size={20} />
            {t('video.ended.callAgain')}
          </ButtonLink>
          <ButtonLink className={css.other} render={<Link to="/chat/messenger" search={{ channel: room.channel }} />}>
            {t('video.ended.close')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

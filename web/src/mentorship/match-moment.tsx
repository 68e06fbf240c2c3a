import type { NextPartner } from '@saathi/contract/accounts/next-facts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { nextFactsQuery } from '#accounts/public.tsx'
import { suggestMessage } from '#core/chat-draft.ts'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { endMoment } from '#core/moments.ts'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { send as sendIcon } from '#core/ui/further-icons.ts'
import { calendar, edit } from '#core/ui/icons.ts'
import { Celebration } from '#core/ui/progress/celebration.tsx'
import css from './match-moment.module.css'
import { useMarkCelebrated } from './queries.ts'

/** Celebrates a new match, once for each of the two, with suggestions for a first message and a first call. */
export function MatchMoment({ mentorship }: { mentorship: number }) {
  const t = useText()
  const partner = useQuery(nextFactsQuery).data?.partners.find((each) => each.mentorship === mentorship)
  const { mutate } = useMarkCelebrated()
  useEffect(() => mutate(mentorship), [mutate, mentorship])
  const isGone = partner === undefined
  useEffect(() => {
    if (isGone) endMoment()
  }, [isGone])
  if (!partner) return null
  const { title, lead } = headingOf(partner, t)
  return (
    <Celebration
      wide
      onClose={endMoment}
      picture={<Together partner={partner} />}
      title={title}
      lead={lead}
      actions={
        <Button kind="quiet" onClick={endMoment}>
          {t('match.later')}
        </Button>
      }
    >
      <div className={css.columns}>
        {partner.channel !== null && <Hello partner={partner} channel={partner.channel} />}
        <FirstCall mentorship={mentorship} />
      </div>
    </Celebration>
  )
}

type Heading = { title: string; lead: string }

/** Says who chose whom. The mentor of a group has several mentees, so none is named. */
function headingOf({ part, people, choseEachOther, firstName: name }: NextPartner, t: Translate): Heading {
  if (part === 'mentee' && people > 1) return { title: t('match.lead.title'), lead: t('match.lead.text', { count: people }) }
  const how = choseEachOther ? 'chosen' : 'met'
  const side = part === 'mentor' ? 'mentor' : 'mentee'
  return { title: t(`match.${side}.${how}`, { name }), lead: t(`match.${side}.text`, { name }) }
}

/** The portraits of both people on one line. */
function Together({ partner: { fullName, displayPicture, people, part } }: { partner: NextPartner }) {
  const me = useProfile()
  const isGroup = people > 1 && part === 'mentee'
  return (
    <div className={css.together} aria-hidden="true">
      <svg viewBox="0 0 400 150">
        <path d="M-10 118C40 40 90 36 130 76s100 44 140 0 90-40 140 36" />
        <circle cx="200" cy="105" r="12" />
        <circle className={css.small} cx="172" cy="101" r="8" />
        <circle className={css.small} cx="228" cy="101" r="8" />
      </svg>
      <Avatar className={css.face} size="xl" name={me.displayName} picture={me.picture} />
      <Avatar
        className={css.face}
        size="xl"
        kind={isGroup ? 'group' : 'person'}
        name={fullName}
        picture={isGroup ? null : displayPicture}
      />
    </div>
  )
}

const numbers = [1, 2, 3] as const

/** Suggested first messages. The chosen one is put into the composer, where the reader can change and send it. */
function Hello({ partner, channel }: { partner: NextPartner; channel: number }) {
  const t = useText()
  const titleId = useId()
  const { firstName: me } = useProfile()
  const { firstName: name, people, part } = partner
  const isGroup = people > 1 && part === 'mentee'
  const reader = isGroup ? 'group' : part === 'mentor' ? 'mentor' : 'mentee'
  const toChat = { to: '/chat/messenger', search: { channel } } as const

  function handleChoose(text: string) {
    suggestMessage(channel, text)
    endMoment()
  }

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{isGroup ? t('match.hello.group') : t('match.hello', { name })}</h2>
      <ul className={css.openers}>
        {numbers.map((number) => {
          const text = t(`match.opener.${reader}.${number}`, { name, me })
          return (
            <li key={number}>
              <Link {...toChat} className={css.opener} onClick={() => handleChoose(text)}>
                <span dir="auto">{text}</span>
                <Icon of={sendIcon} size={20} />
              </Link>
            </li>
          )
        })}
      </ul>
      <ButtonLink kind="quiet" className={css.own} render={<Link {...toChat} onClick={endMoment} />}>
        <Icon of={edit} size={18} />
        {t('match.own')}
      </ButtonLink>
    </section>
  )
}

function FirstCall({ mentorship }: { mentorship: number }) {
  const t = useText()
  const titleId = useId()
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('match.call')}</h2>
      <p className={css.text}>{t('match.call.text')}</p>
      <ButtonLink
        kind="primary"
        className={css.own}
        render={<Link to="/mentorship/time" search={{ mentorship }} onClick={endMoment} />}
      >
        <Icon of={calendar} size={20} />
        {t('match.call.go')}
      </ButtonLink>
    </section>
  )
}

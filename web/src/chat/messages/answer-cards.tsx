import { type AnswerCard, type AnswerLink, type AssistantAnswer, OPENS_HELP } from '@saathi/contract/chat/assistant'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { openHelp } from '#core/open-help.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { book, calendar, chart, chat, flag, type IconShape, pair, question, survey } from '#core/ui/icons.ts'
import { channelsQuery, useAskTeam } from '../queries.ts'
import css from './answer-cards.module.css'

const icons: Readonly<Record<AnswerCard['look'], IconShape>> = {
  call: calendar,
  person: pair,
  session: book,
  survey,
  progress: chart,
  safety: flag,
  team: chat,
  text: question,
}

type AnswerCardsProps = { answer: AssistantAnswer; channel: number; messageId: number; isLast: boolean }

/** Cards with the facts and links of the assistant's answer, and the offer to ask the team. */
export function AnswerCards({ answer, channel, messageId, isLast }: AnswerCardsProps) {
  return (
    <div className={css.cards} lang={answer.language}>
      {answer.cards.map((card, at) => (
        <OneCard key={at} card={card} />
      ))}
      {answer.offers_team && isLast && <AskTeam channel={channel} messageId={messageId} />}
    </div>
  )
}

function OneCard({ card: { look, title, text, person_id: personId, links } }: { card: AnswerCard }) {
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.row}>
        {personId === null ? (
          <span className={css.sign} data-look={look}>
            <Icon of={icons[look]} size={24} />
          </span>
        ) : (
          <Face personId={personId} name={title} />
        )}
        <span className={css.words} dir="auto">
          <b>{title}</b>
          {text !== '' && <small>{text}</small>}
        </span>
      </div>
      <div className={css.links}>
        {links.map((link) => (
          <Place key={link.to} link={link} />
        ))}
      </div>
    </section>
  )
}

/** The picture comes from the conversation with this person, because links to pictures expire. */
function Face({ personId, name }: { personId: number; name: string }) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const member = channels.flatMap(({ channelMembers }) => channelMembers).find(({ userId }) => userId === personId)
  return <Avatar name={member?.userFullName ?? name} picture={member?.displayPicture ?? null} kind="person" />
}

function Place({ link: { label, to } }: { link: AnswerLink }) {
  if (to === OPENS_HELP) {
    return (
      <Button kind="soft" size="sm" onClick={openHelp}>
        {label}
      </Button>
    )
  }
  const { pathname, searchParams, hash } = new URL(to, location.origin)
  return (
    <Link className={css.link} to={pathname} search={Object.fromEntries(searchParams)} hash={hash.slice(1)}>
      {label}
    </Link>
  )
}

function AskTeam({ channel, messageId }: { channel: number; messageId: number }) {
  const t = useText()
  const [isDeclined, setDeclined] = useState(false)
  const ask = useAskTeam(channel)
  if (isDeclined || ask.isSuccess) return null
  return (
    <div className={css.links}>
      <Button kind="primary" size="sm" busy={ask.isPending} onClick={() => ask.mutate(messageId)}>
        {t('chat.assistant.ask')}
      </Button>
      <Button kind="line" size="sm" onClick={() => setDeclined(true)}>
        {t('chat.assistant.noThanks')}
      </Button>
      {ask.isError && (
        <p className={css.failed} role="alert">
          {t('chat.assistant.askFailed')}
        </p>
      )}
    </div>
  )
}

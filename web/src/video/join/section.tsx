import { CallFlow } from './call-flow.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import noVideo from '#art/no-video.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import '../live.ts'
import css from './no-video.module.css'
import { roomsQuery } from '../queries.ts'

/** The video section of the chat page: the call in the URL, if any. */
export const VideoSection = ({ room }: { room: string | null }) =>
  room === null ? <NoVideo /> : <CallFlow key={room} id={room} />

/** Lists calls in progress, for people who missed the ring. */
function NoVideo() {
  const t = useText()
  const { data = [] } = useQuery(roomsQuery)
  const goingOn = data.filter(({ callInProgress }) => callInProgress)
  if (goingOn.length === 0)
    return (
      <Empty
        level={1}
        drawing={noVideo}
        title={t('video.none')}
        text={t('video.none.text')}
        action={
          <ButtonLink kind="primary" render={<Link to="/chat/messenger" />}>
            {t('video.openChat')}
          </ButtonLink>
        }
      />
    )
  return (
    <div className={css.open}>
      <h1>{t('video.open')}</h1>
      <ul className={css.list}>
        {goingOn.map(({ room, title, people }) => (
          <Card key={room} as="li" className={css.call}>
            <span className={css.words}>
              <b dir="auto">{title}</b>
              <small>{t('video.open.people', { count: people.length })}</small>
            </span>
            <ButtonLink
              kind="primary"
              aria-label={t('video.join.named', { title })}
              render={<Link to="/video/join-meeting/$roomId" params={{ roomId: room }} />}
            >
              {t('video.join')}
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </div>
  )
}

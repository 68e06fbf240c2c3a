import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import { useQuery } from '@tanstack/react-query'
import awaitingResponse from '#art/awaiting-response.svg'
import findingMatches from '#art/finding-matches.svg'
import groupHold from '#art/group-hold.svg'
import { useDataLight } from '#core/data-light.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Skeleton } from '#core/ui/skeleton.tsx'
import { MatchingSkeleton } from './matching-skeleton.tsx'
import { type MatchList, screensQuery } from './queries.ts'
import css from './screen-words.module.css'
import { screenKeyOf } from './steps.ts'

const drawings: Record<ScreenKey, string | null> = {
  finding_matches: findingMatches,
  potential_match: null,
  awaiting_mentor_response: awaitingResponse,
  group_hold: groupHold,
}

/** In the programme's words; where it has none, or they do not come, in ours. With less data its picture is ours, too. */
function useWords(key: ScreenKey, isMentor: boolean) {
  const t = useText()
  const isLight = useDataLight()
  const { data, isPending } = useQuery(screensQuery)
  const told = data?.find((screen) => screen.key === key)
  const side = isMentor ? 'mentor' : 'mentee'
  const title = key === 'potential_match' ? t(`matching.screen.${key}.${side}`) : t(`matching.screen.${key}`)
  return {
    isPending,
    title: told?.localeTitle || told?.title || title,
    text: told?.localeDescription || told?.description || t(`matching.screen.${key}.text`),
    image: (isLight ? null : told?.image) ?? drawings[key],
  }
}

/** Over the cards. */
export function ScreenHead({ isMentor }: { isMentor: boolean }) {
  const { isPending, title, text, image } = useWords('potential_match', isMentor)
  if (isPending) return <Skeleton width="min(420px, 80%)" height="48px" />
  return (
    <header className={css.head}>
      <div>
        <h1>{title}</h1>
        <p className={css.text}>{text}</p>
      </div>
      {image && <img className={css.drawing} src={image} alt="" width={160} height={120} />}
    </header>
  )
}

/** There is nothing to do but to know it. */
export function WaitingScreen({ list }: { list: MatchList }) {
  const { isPending, title, text, image } = useWords(screenKeyOf(list.screen), list.isMentor)
  if (isPending) return <MatchingSkeleton />
  return (
    <Card className={css.waiting}>
      <Empty level={1} drawing={image ?? undefined} title={title} text={text} action={<Particulars list={list} />} />
    </Card>
  )
}

function Particulars({ list: { screen, matchTrackers, waitingSince } }: { list: MatchList }) {
  const t = useText()
  const language = useLanguage()
  const asked = matchTrackers.find(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  if (screen === 3 && asked) {
    return (
      <p className={css.asked}>
        <Avatar name={asked.fullName} picture={asked.displayPicture} />
        {t('matching.asked', { name: asked.fullName })}
      </p>
    )
  }
  if (screen !== 1 || waitingSince === null) return null
  return <p className={css.since}>{t('matching.since', { date: shortDay(waitingSince, language) })}</p>
}

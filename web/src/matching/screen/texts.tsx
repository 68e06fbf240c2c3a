import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import { expiryOf } from '@saathi/contract/matching/countdown'
import type { MatchTracker } from '@saathi/contract/matching/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNext } from '#accounts/public.tsx'
import awaitingResponse from '#art/awaiting-response.svg'
import findingMatches from '#art/finding-matches.svg'
import groupHold from '#art/group-hold.svg'
import { useDataLight } from '#core/data-light.ts'
import { dayAndTime, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import type { BeadState } from '#core/ui/progress/beads.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { type MatchList, screensQuery } from '../queries.ts'
import skeletonCss from './skeleton.module.css'
import css from './texts.module.css'

const drawings: Record<ScreenKey, string | null> = {
  finding_matches: findingMatches,
  potential_match: null,
  awaiting_mentor_response: awaitingResponse,
  group_hold: groupHold,
}

/** The programme's texts, or ours if it has none or they fail to load. Data saver mode also uses our picture. */
function useScreenTexts(key: ScreenKey, isMentor: boolean) {
  const t = useText()
  const isLight = useDataLight()
  const { data, isPending } = useQuery(screensQuery)
  const programmeTexts = data?.find((screen) => screen.key === key)
  const side = isMentor ? 'mentor' : 'mentee'
  const title = key === 'potential_match' ? t(`matching.screen.${key}.${side}`) : t(`matching.screen.${key}`)
  return {
    isPending,
    title: programmeTexts?.localeTitle || programmeTexts?.title || title,
    text: programmeTexts?.localeDescription || programmeTexts?.description || t(`matching.screen.${key}.text`),
    image: (isLight ? null : programmeTexts?.image) ?? drawings[key],
  }
}

/** Shown above the cards. The mentor of a pair reads who chose them, which the programme's text cannot say. */
export function ScreenHead({ list }: { list: MatchList }) {
  const t = useText()
  const language = useLanguage()
  const { isPending, title, text, image } = useScreenTexts('potential_match', list.isMentor)
  const choosers = list.isMentor && list.userMatchType === '1to1' ? list.matchTrackers.filter(isActive) : []
  const [first] = choosers
  if (isPending) return <Skeleton width="min(420px, 80%)" height="48px" />
  return (
    <header className={css.head}>
      <div>
        <h1>{first ? t('matching.chosen.title', { name: first.displayName, count: choosers.length }) : title}</h1>
        <p className={css.text}>
          {first ? t('matching.chosen.text', { time: dayAndTime(firstEndOf(choosers, list), language) }) : text}
        </p>
      </div>
      {image && <img className={css.drawing} src={image} alt="" width={160} height={120} />}
    </header>
  )
}

const isActive = ({ status }: MatchTracker): boolean => status === 'ACTIVE'

const firstEndOf = (matches: readonly MatchTracker[], { expiryHours }: MatchList): string =>
  new Date(Math.min(...matches.map((match) => expiryOf(match, expiryHours)))).toISOString()

/** A screen without decisions; until something happens, people can learn. */
export function WaitingScreen({ list }: { list: MatchList }) {
  const t = useText()
  const { isPending, title, text, image } = useScreenTexts(screenKeyOf(list.screen), list.isMentor)
  const isChecked = useNext().next?.step.kind !== 'checks'
  if (isPending) return <MatchingSkeleton />
  return (
    <Card className={css.waiting}>
      <Empty
        level={1}
        drawing={image ?? undefined}
        title={isChecked ? title : t('today.checks')}
        text={isChecked ? text : t('today.checks.text')}
        action={<Waiting list={list} />}
      />
    </Card>
  )
}

function Waiting({ list }: { list: MatchList }) {
  const t = useText()
  const hasHub = useProfile().status.experiences.session === 'use'
  return (
    <div className={css.actions}>
      <WaitingDetails list={list} />
      {hasHub && (
        <ButtonLink kind="soft" render={<Link to="/learninghub/curatedsession" />}>
          {t('today.learn')}
        </ButtonLink>
      )}
    </div>
  )
}

function WaitingDetails({ list: { screen, matchTrackers, waitingSince } }: { list: MatchList }) {
  const t = useText()
  const isChecked = useNext().next?.step.kind !== 'checks'
  const language = useLanguage()
  const chosen = matchTrackers.find(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  if (screen === 3 && chosen) {
    return (
      <p className={css.asked}>
        <Avatar name={chosen.fullName} picture={chosen.displayPicture} />
        {t('matching.asked', { name: chosen.fullName })}
      </p>
    )
  }
  if (screen !== 1 || waitingSince === null || !isChecked) return null
  return <p className={css.since}>{t('matching.since', { date: shortDay(waitingSince, language) })}</p>
}

/** Shown while it is not known which screen follows. Most of them have a drawing, so this has the shape of one. */
export function MatchingSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('mentorship.matching.loading')} className={skeletonCss.lines}>
        <h1 className="sr">{t('mentorship.title')}</h1>
        <Skeleton shape="block" width="220px" height="165px" />
        <Skeleton width="min(260px, 80%)" height="26px" />
        <Skeleton width="min(340px, 90%)" height="18px" />
      </SkeletonGroup>
    </Card>
  )
}

const steps = ['matching.step.finding', 'matching.step.potential', 'matching.step.awaiting'] as const

type Seeking = Pick<MatchList, 'isMentor' | 'userMatchType'>

/** Mentors never await an answer. Mentees of groups are chosen, so they have one step. */
function ownSteps({ isMentor, userMatchType }: Seeking): readonly TextKey[] {
  if (isMentor) return steps.slice(0, 2)
  return userMatchType === '1toM' ? steps.slice(0, 1) : steps
}

/** On screen 4 all steps are done. */
export function stepsOf(screen: number, seeking: Seeking): { label: TextKey; state: BeadState }[] {
  return ownSteps(seeking).map((label, index) => ({
    label,
    state: index + 1 === screen ? 'now' : index + 1 < screen ? 'done' : 'next',
  }))
}

export const stepAt = (screen: number): TextKey => steps[screen - 1] ?? 'matching.step.hold'

const keys = ['finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold'] as const

const screenKeyOf = (screen: number): ScreenKey => keys[screen - 1] ?? 'finding_matches'

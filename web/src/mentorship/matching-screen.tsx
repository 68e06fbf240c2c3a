import { useQuery } from '@tanstack/react-query'
import findingMatches from '#art/finding-matches.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { EndedSessions } from './fallback-ended.tsx'
import { HomeFailed } from './home-failed.tsx'
import css from './matching-screen.module.css'
import { screensQuery } from './queries.ts'

/** A partner is being looked for; there is nothing to do but to know it, and to read what was begun with an earlier one. */
export function MatchingScreen() {
  return (
    <div className={css.page}>
      <Card>
        <Told />
      </Card>
      <EndedSessions />
    </div>
  )
}

function Told() {
  const t = useText()
  const screens = useQuery(screensQuery)
  if (screens.data) {
    const told = screens.data.find(({ key }) => key === 'finding_matches')
    return (
      <Empty
        level={1}
        drawing={told?.image ?? findingMatches}
        title={told?.localeTitle || told?.title || t('mentorship.matching.title')}
        text={told?.localeDescription || told?.description || t('mentorship.matching.text')}
      />
    )
  }
  if (screens.error) return <HomeFailed level={1} title={t('mentorship.matching.failed')} asked={screens} />
  return (
    <SkeletonGroup label={t('mentorship.matching.loading')} className={css.lines}>
      <h1 className="sr">{t('mentorship.title')}</h1>
      <Skeleton shape="block" width="220px" height="165px" />
      <Skeleton width="min(260px, 80%)" height="26px" />
      <Skeleton width="min(340px, 90%)" height="18px" />
    </SkeletonGroup>
  )
}

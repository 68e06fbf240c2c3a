import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { SectionHead } from '#core/ui/section-head.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import { FailedFeed, FeedItem, PostSkeleton } from './feed-item.tsx'
import css from './feed-section.module.css'
import './live.ts'
import { feedQuery } from './queries.ts'

const MAX_ITEMS = 2

/** The newest posts, for another page. Renders nothing if there are none. */
export function FeedSection() {
  const t = useText()
  const headId = useId()
  const { data } = useQuery(feedQuery({}))
  if (data?.posts.length === 0) return null
  return (
    <section aria-labelledby={headId}>
      <SectionHead id={headId} title={t('feed.section')} action={<Link to="/feed">{t('feed.seeAll')}</Link>} />
      <Items />
    </section>
  )
}

function Items() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(feedQuery({}))
  if (data) {
    return (
      <div className={css.items}>
        {data.posts.slice(0, MAX_ITEMS).map((post) => (
          <FeedItem key={post.id} post={post} level={3} />
        ))}
      </div>
    )
  }
  if (error) {
    return (
      <Card>
        <FailedFeed error={error} isFetching={isFetching} onRetry={() => void refetch()} level={3} small />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('feed.loading')} className={css.items}>
      <PostSkeleton />
    </SkeletonGroup>
  )
}

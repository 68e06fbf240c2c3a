import type { StaffLook } from '@saathi/contract/accounts/look-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { looksQuery } from './queries.ts'
import { ProfileSection } from './section.tsx'
import css from './sign-ins.module.css'

/** Staff acts concerning the reader: who opened or changed what, when and why. */
export function ProfileLooks() {
  const t = useText()
  return (
    <ProfileSection title={t('profile.looks')} sub={t('profile.looks.sub')}>
      <Looks />
    </ProfileSection>
  )
}

function Looks() {
  const t = useText()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(looksQuery)
  if (!data && error) {
    return (
      <Failed
        small
        level={3}
        title={t('profile.looks.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label={t('profile.looks.loading')} className={css.list}>
        <Skeleton width="22ch" />
      </SkeletonGroup>
    )
  }
  const looks = data.pages.flatMap((page) => page.looks)
  if (looks.length === 0) return <p>{t('profile.looks.none')}</p>
  return (
    <>
      <ul className={css.list}>
        {looks.map((look) => (
          <Look key={look.id} look={look} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          kind="line"
          size="sm"
          busy={isFetchingNextPage}
          busyLabel={t('profile.looks.loading')}
          onClick={() => void fetchNextPage()}
        >
          {t('profile.looks.more')}
        </Button>
      )}
    </>
  )
}

function Look({ look: { by, what, reason, at } }: { look: StaffLook }) {
  const t = useText()
  const language = useLanguage()
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.device}>
          <b>{t(`profile.looks.what.${what}`)}</b>
        </p>
        <p className={css.when}>
          {by ?? t('profile.looks.formerStaff')}
          {reason !== null && ` · ${reason}`}
          {' · '}
          <time dateTime={at}>{dayAndTime(at, language)}</time>
        </p>
      </div>
    </li>
  )
}

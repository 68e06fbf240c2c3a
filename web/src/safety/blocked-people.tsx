import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { blocksQuery, useUnblock } from './queries.ts'
import css from './reports.module.css'

export function BlockedPeople() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(blocksQuery)
  const unblock = useUnblock()
  return (
    <Card className={css.card} aria-labelledby="blocked-people">
      <h2 id="blocked-people">{t('safety.blocks.title')}</h2>
      {!data && error && (
        <Failed
          small
          level={3}
          title={t('safety.blocks.failed')}
          text={t(errorTextKey(error))}
          retryLabel={t('action.retry')}
          retrying={isFetching}
          retryingLabel={t('action.retrying')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <SkeletonGroup label={t('safety.mine.loading')}>
          <Skeleton width="20ch" />
        </SkeletonGroup>
      )}
      {data && data.blocks.length === 0 && <p className={css.sub}>{t('safety.blocks.none')}</p>}
      {data && data.blocks.length > 0 && (
        <ul className={css.people}>
          {data.blocks.map(({ personId, name, displayPicture }) => (
            <li key={personId}>
              <Avatar name={name} picture={displayPicture} size="sm" />
              <span>{name}</span>
              <Button
                kind="line"
                size="sm"
                busy={unblock.isPending && unblock.variables === personId}
                busyLabel={t('safety.block.doing')}
                aria-label={t('safety.blocks.undoOf', { name })}
                onClick={() => unblock.mutate(personId)}
              >
                {t('safety.blocks.undo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unblock.error && <p role="alert">{t(errorTextKey(unblock.error))}</p>}
    </Card>
  )
}

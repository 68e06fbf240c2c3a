import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import { MessageList } from './message-list.tsx'
import { helpMessagesQuery } from './queries.ts'

export function Conversation() {
  const t = useText()
  const log = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery(helpMessagesQuery)
  return (
    <div className={css.conversation}>
      <p className={css.intro}>{t('help.intro')}</p>
      {/* The inner box keeps the order; the outer one is reversed, which keeps the last message in view as it grows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div ref={log} className={css.log} role="log" aria-label={t('help.conversation')} tabIndex={0}>
        <div className={css.inner}>
          {data ? (
            <MessageList loaded={data} />
          ) : error ? (
            <Failed
              small
              level={3}
              title={t('help.failed')}
              text={t(errorTextKey(error))}
              retryLabel={t('action.retry')}
              retryingLabel={t('action.retrying')}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonGroup label={t('help.loading')} className={css.waiting}>
              <Skeleton shape="block" width="70%" height={56} />
              <Skeleton shape="block" width="60%" height={40} className={css.mine} />
              <Skeleton shape="block" width="76%" height={72} />
            </SkeletonGroup>
          )}
        </div>
      </div>
      <Composer onSent={() => log.current?.scrollTo({ top: 0 })} />
    </div>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './kit.module.css'

type QueryStatesProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** A skeleton in the shape of the content; table rows by default. */
  pending?: ReactNode
  children: (data: Data) => ReactNode
}

const PENDING_ROWS = [0, 1, 2, 3, 4, 5]

/** Loading, failed and no permission look the same on every page of the console. Old rows stay while new ones load. */
export function QueryStates<Data>({ query: { data, error, isFetching, refetch }, pending, children }: QueryStatesProps<Data>) {
  const t = useText()
  const key = error && errorTextKey(error)
  // Missing and forbidden content look the same, even if the reader's right has ended while the page was open.
  if (key === 'error.forbidden' || key === 'error.notFound') {
    return <Empty title={t('staff.closed.title')} text={t('staff.closed.text')} />
  }
  if (data !== undefined) return children(data)
  if (!key) {
    return (
      <SkeletonGroup label={t('app.loading')} className={css.pending}>
        {pending ?? PENDING_ROWS.map((row) => <Skeleton key={row} shape="block" height={56} />)}
      </SkeletonGroup>
    )
  }
  return (
    <Failed
      title={t('staff.failed.title')}
      text={t(key)}
      retryLabel={t('action.retry')}
      retrying={isFetching}
      retryingLabel={t('action.retrying')}
      onRetry={() => void refetch()}
    />
  )
}

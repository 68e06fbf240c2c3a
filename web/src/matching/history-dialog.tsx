import { useInfiniteQuery } from '@tanstack/react-query'
import noResults from '#art/no-results.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { historyDays } from './cache.ts'
import css from './history-dialog.module.css'
import { HistoryList } from './history-list.tsx'
import { historyQuery } from './queries.ts'

export type HistoryDialogProps = { isOpen: boolean; onClose: () => void }

export function HistoryDialog({ isOpen, onClose }: HistoryDialogProps) {
  const t = useText()
  return (
    <Dialog
      sheet
      size="md"
      open={isOpen}
      onClose={onClose}
      title={t('matching.history.title')}
      closeLabel={t('matching.history.close')}
    >
      <History />
    </Dialog>
  )
}

function History() {
  const t = useText()
  const query = useInfiniteQuery(historyQuery)
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!data) {
    if (error) return <HomeFailed small level={3} title={t('matching.history.failed')} asked={query} />
    return (
      <SkeletonGroup label={t('matching.history.loading')} className={css.loading}>
        <Skeleton width="140px" height="20px" />
        <Skeleton shape="block" height="68px" />
        <Skeleton shape="block" height="68px" />
      </SkeletonGroup>
    )
  }
  const days = historyDays(data.pages)
  if (days.length === 0) {
    return (
      <Empty small level={3} drawing={noResults} title={t('matching.history.empty')} text={t('matching.history.emptyText')} />
    )
  }
  return (
    <>
      <HistoryList days={days} />
      {isFetchNextPageError && (
        <Note tone="bad" live="alert">
          {t('matching.history.moreFailed')}
        </Note>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} busyLabel={t('matching.history.moreBusy')} onClick={() => void fetchNextPage()}>
          {t('matching.history.more')}
        </Button>
      )}
    </>
  )
}

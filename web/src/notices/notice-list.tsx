import { useEffect, useState } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Note } from '#core/ui/note.tsx'
import { type NoticePages, lastReadId, oldestId } from './cache.ts'
import { NoticeItem } from './notice-item.tsx'
import css from './notice-list.module.css'
import { useOlderNotices, useReadNotices } from './queries.ts'

type NoticeListProps = { pages: NoticePages; onLeave: () => void }

/** Notices count as read when shown; new ones stay marked while the list is open. */
export function NoticeList({ pages, onLeave }: NoticeListProps) {
  const t = useText()
  const [newSince] = useState(() => lastReadId(pages))
  const { mutate: read } = useReadNotices()
  const older = useOlderNotices()
  const newest = pages.notices.at(0)
  const unreadId = newest && !newest.isRead ? newest.id : null
  const oldest = oldestId(pages)

  useEffect(() => {
    if (unreadId !== null) read(unreadId)
  }, [unreadId, read])

  if (oldest === undefined) return <Empty small level={3} drawing={allDone} title={t('bell.empty')} text={t('bell.emptyText')} />
  return (
    <>
      <ul className={css.list} aria-label={t('bell.title')}>
        {pages.notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} isNew={notice.id > newSince} onLeave={onLeave} />
        ))}
      </ul>
      {older.isError && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(older.error))}
        </Note>
      )}
      {pages.hasMore && (
        <Button block busy={older.isPending} busyLabel={t('bell.olderBusy')} onClick={() => older.mutate(oldest)}>
          {t('bell.older')}
        </Button>
      )}
    </>
  )
}

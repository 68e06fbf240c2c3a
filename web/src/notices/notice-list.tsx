import { useEffect, useState } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Note } from '#core/ui/note.tsx'
import { type HeldNotices, lastReadId, oldestId } from './cache.ts'
import { NoticeItem } from './notice-item.tsx'
import css from './notice-list.module.css'
import { useOlderNotices, useReadNotices } from './queries.ts'

type NoticeListProps = { held: HeldNotices; onLeave: () => void }

/** Whatever is shown here counts as read; what was new stays marked for as long as the list is open. */
export function NoticeList({ held, onLeave }: NoticeListProps) {
  const t = useText()
  const [newSince] = useState(() => lastReadId(held))
  const { mutate: read } = useReadNotices()
  const older = useOlderNotices()
  const newest = held.notices.at(0)
  const unreadId = newest && !newest.isRead ? newest.id : null
  const oldest = oldestId(held)

  useEffect(() => {
    if (unreadId !== null) read(unreadId)
  }, [unreadId, read])

  if (oldest === undefined) return <Empty small level={3} drawing={allDone} title={t('bell.empty')} text={t('bell.emptyText')} />
  return (
    <>
      <ul className={css.list} aria-label={t('bell.title')}>
        {held.notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} isNew={notice.id > newSince} onLeave={onLeave} />
        ))}
      </ul>
      {older.isError && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(older.error))}
        </Note>
      )}
      {held.hasMore && (
        <Button block busy={older.isPending} busyLabel={t('bell.olderBusy')} onClick={() => older.mutate(oldest)}>
          {t('bell.older')}
        </Button>
      )}
    </>
  )
}

import type { Notice } from '@saathi/contract/notices/entities'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bell, shield } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { type NoticePages, lastReadId, oldestId } from './cache.ts'
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

type NoticeItemProps = { notice: Notice; isNew: boolean; onLeave: () => void }

function NoticeItem({ notice, isNew, onLeave }: NoticeItemProps) {
  const t = useText()
  const language = useLanguage()
  const { kind, title, text, link, createdAt } = notice
  return (
    <li className={classNames(css.item, isNew && css.new)}>
      <span className={classNames(css.icon, css[kind])}>
        <Icon of={kind === 'security' ? shield : bell} size={18} />
      </span>
      <div className={css.words}>
        <p className={css.title}>
          {isNew && <span className="sr">{t('bell.new')} </span>}
          {link ? <NoticeLink link={link} title={title} onLeave={onLeave} /> : title}
        </p>
        <p className={css.text}>{text}</p>
        <time className={css.time} dateTime={createdAt}>
          {dayAndTime(createdAt, language)}
        </time>
      </div>
    </li>
  )
}

function NoticeLink({ link, title, onLeave }: { link: string; title: string; onLeave: () => void }) {
  const { pathname, searchParams, hash } = new URL(link, location.origin)
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams)} hash={hash.slice(1)} className={css.link} onClick={onLeave}>
      {title}
    </Link>
  )
}

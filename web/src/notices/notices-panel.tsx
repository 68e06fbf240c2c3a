import type { Notice } from '@saathi/contract/notices/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cloneElement, type ComponentProps, type ReactElement, useRef, useState, useEffect } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bell, calendar, chat, clock, type IconShape, pair, shield, video } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Note } from '#core/ui/note.tsx'
import { Sheet } from '#core/ui/overlay/dialog.tsx'
import { Popover } from '#core/ui/overlay/popover.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { type NoticePages, lastReadId, oldestId } from './cache.ts'
import noticeListCss from './notice-list.module.css'
import css from './notices-panel.module.css'
import { noticesQuery, useOlderNotices, useReadNotices } from './queries.ts'

type NoticesPanelProps = { trigger: ReactElement<ComponentProps<'button'>> }

/** Loaded on the click that opens it, so it starts open. */
export function NoticesPanel({ trigger }: NoticesPanelProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  const hasLeft = useRef(false)
  const [isOpen, setOpen] = useState(true)
  const labels = { title: t('bell.title'), closeLabel: t('bell.close') }

  function handleLeave() {
    hasLeft.current = true
    setOpen(false)
  }

  // The button of the first click was replaced, so restore the focus here, unless the person followed a link.
  function handleClosed() {
    if (!hasLeft.current) button.current?.focus()
    hasLeft.current = false
  }

  if (!isPhone)
    return (
      <Popover trigger={trigger} open={isOpen} onOpenChange={setOpen} {...labels}>
        <Notices onLeave={handleLeave} />
      </Popover>
    )

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(true),
      })}
      <Sheet open={isOpen} onClose={() => setOpen(false)} onClosed={handleClosed} {...labels}>
        <div className={css.scroll}>
          <Notices onLeave={handleLeave} />
        </div>
      </Sheet>
    </>
  )
}

function Notices({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  return (
    <>
      <Content onLeave={onLeave} />
      <Link to="/profile" className={css.choose} onClick={onLeave}>
        {t('bell.choose')}
      </Link>
    </>
  )
}

function Content({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(noticesQuery)
  if (data) return <NoticeList pages={data} onLeave={onLeave} />
  if (!error) return <NoticeSkeleton />
  return (
    <Failed
      small
      level={3}
      title={t('bell.failed')}
      text={t(errorTextKey(error))}
      retryLabel={t('action.retry')}
      retryingLabel={t('action.retrying')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const places = [0, 1, 2]

function NoticeSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('bell.loading')} className={noticeListCss.list}>
      {places.map((place) => (
        <div key={place} className={noticeListCss.item}>
          <Skeleton shape="circle" width={36} height={36} />
          <div className={noticeListCss.words}>
            <Skeleton width="70%" />
            <Skeleton width="100%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

type NoticeListProps = { pages: NoticePages; onLeave: () => void }

/** Notices count as read when shown; new ones stay marked while the list is open. */
function NoticeList({ pages, onLeave }: NoticeListProps) {
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
      <ul className={noticeListCss.list} aria-label={t('bell.title')}>
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

const icons: Partial<Record<Notice['kind'], IconShape>> = {
  security: shield,
  chat,
  mentions: chat,
  calls: video,
  mentorship: pair,
  matches: pair,
  calendar,
  deadlines: clock,
}

type NoticeItemProps = { notice: Notice; isNew: boolean; onLeave: () => void }

function NoticeItem({ notice, isNew, onLeave }: NoticeItemProps) {
  const t = useText()
  const language = useLanguage()
  const { kind, title, text, link, createdAt } = notice
  return (
    <li className={classNames(noticeListCss.item, isNew && noticeListCss.new)}>
      <span className={classNames(noticeListCss.icon, noticeListCss[kind])}>
        <Icon of={icons[kind] ?? bell} size={18} />
      </span>
      <div className={noticeListCss.words}>
        <p className={noticeListCss.title}>
          {isNew && <span className="sr">{t('bell.new')} </span>}
          {link ? <NoticeLink link={link} title={title} onLeave={onLeave} /> : title}
        </p>
        <p className={noticeListCss.text}>{text}</p>
        <time className={noticeListCss.time} dateTime={createdAt}>
          {dayAndTime(createdAt, language)}
        </time>
      </div>
    </li>
  )
}

function NoticeLink({ link, title, onLeave }: { link: string; title: string; onLeave: () => void }) {
  const { pathname, searchParams, hash } = new URL(link, location.origin)
  return (
    <Link
      to={pathname}
      search={Object.fromEntries(searchParams)}
      hash={hash.slice(1)}
      className={noticeListCss.link}
      onClick={onLeave}
    >
      {title}
    </Link>
  )
}

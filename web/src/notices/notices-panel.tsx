import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cloneElement, type ComponentProps, type ReactElement, useRef, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Popover } from '#core/ui/overlay/popover.tsx'
import { Sheet } from '#core/ui/overlay/sheet.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import noticeListCss from './notice-list.module.css'
import { NoticeList } from './notice-list.tsx'
import css from './notices-panel.module.css'
import { noticesQuery } from './queries.ts'

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

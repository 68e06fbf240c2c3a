import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import bar from '#core/shell/bar-button.module.css'
import { useMenuOnDemand } from '#core/shell/use-menu-on-demand.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bell } from '#core/ui/icons.ts'
import './live.ts'
import css from './notices-bell.module.css'
import { noticesQuery } from './queries.ts'
import { useFollowDevice } from './use-follow-device.ts'

const loadPanel = async () => (await import('./notices-panel.tsx')).NoticesPanel

export function NoticesBell() {
  const { Menu: Panel, buttonProps } = useMenuOnDemand(loadPanel, 'dialog')
  const t = useText()
  useFollowDevice('Notification' in window && Notification.permission === 'granted')
  const { data: count = 0 } = useQuery({ ...noticesQuery, select: ({ unreadCount }) => unreadCount })
  return (
    <>
      {Panel ? <Panel trigger={<BellButton count={count} />} /> : <BellButton count={count} {...buttonProps} />}
      <span className="sr" role="status">
        {count > 0 && t('bell.unread', { count })}
      </span>
    </>
  )
}

function BellButton({ count, ...props }: ComponentProps<'button'> & { count: number }) {
  const t = useText()
  return (
    <button {...props} type="button" className={bar.button} aria-label={t('bell.open', { count })}>
      <span className={css.bell}>
        <Icon of={bell} size={22} />
        {count > 0 && <Count className={css.count} value={count} max={9} label={t('bell.unread', { count })} />}
      </span>
    </button>
  )
}

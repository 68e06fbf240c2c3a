import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { setMenuCount } from '#core/shell/menu-items.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { chat } from '#core/ui/icons.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import { totalOf, unreadQuery } from '../queries.ts'
import { MESSENGER } from '../chat-address.ts'
import css from './slot.module.css'
import { connectChat } from '../socket.ts'
import '../live.ts'
import { widget } from '../screens.ts'

const nothing: ComponentType = () => null
const ChatWidget = lazy(async () => ({
  default: await widget().then(
    (part) => part.ChatWidget,
    () => nothing,
  ),
}))

/** From md on there is room for the widget. */
const useIsWide = mediaQuery('(min-width: 992px)')
const isHub = (pathname: string) => /^\/learninghub(\/|$)/i.test(pathname)

/** Connects on every page, so that the count in the menu is always right. */
export function ChatSlot() {
  const isAtHub = useLocation({ select: ({ pathname }) => isHub(pathname) })
  const isWide = useIsWide()
  const { data = {} } = useQuery(unreadQuery)
  const { unread, hasMention } = totalOf(data)
  useEffect(() => connectChat(), [])
  useEffect(() => setMenuCount('chat', { unread, hasMention }), [unread, hasMention])
  useEffect(() => () => setMenuCount('chat', { unread: 0, hasMention: false }), [])

  if (!isAtHub) return null
  return isWide ? (
    <Suspense>
      <ChatWidget />
    </Suspense>
  ) : (
    <FloatingButton unread={unread} />
  )
}

function FloatingButton({ unread }: { unread: number }) {
  const t = useText()
  return (
    <aside className={css.place} aria-label={t('chat.messages')} data-chat-button>
      <div className={css.corner}>
        <Link to={MESSENGER} className={css.button} aria-label={t('chat.open', { count: unread })}>
          <Icon of={chat} size={26} />
          {unread > 0 && <Count className={css.count} value={unread} max={9} label={t('shell.unread', { count: unread })} />}
        </Link>
      </div>
    </aside>
  )
}

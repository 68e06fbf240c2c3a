import { isOpenSurvey } from '@saathi/contract/accounts/landing'
import { useLocation } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { useMenuCount } from '#core/shell/menu-items.ts'
import { Count } from '#core/ui/count.tsx'
import { bag, book, chat, pair, survey } from '#core/ui/icons.ts'
import type { MenuName } from './menu-items.ts'

export const menuLinks = {
  learning: { to: '/learninghub', icon: book, text: 'shell.menu.learning' },
  mentorship: { to: '/mentorship', icon: pair, text: 'shell.menu.mentorship' },
  survey: { to: '/surveylisting', icon: survey, text: 'shell.menu.survey' },
  chat: { to: '/chat', icon: chat, text: 'shell.menu.chat' },
  internship: { to: '/internship', icon: bag, text: 'shell.menu.internship' },
} as const satisfies Record<MenuName, { to: string; icon: unknown; text: string }>

type MenuCountProps = { of: MenuName; className?: string | undefined }

/** Count of open or unread items behind a menu link. */
export function MenuCount({ of, className }: MenuCountProps) {
  return of === 'survey' ? <OpenSurveys className={className} /> : <Unread of={of} className={className} />
}

function OpenSurveys({ className }: Pick<MenuCountProps, 'className'>) {
  const t = useText()
  const open = useProfile().status.surveys.filter(isOpenSurvey).length
  return open > 0 && <Count className={className} value={open} label={t('shell.toAnswer', { count: open })} />
}

function Unread({ of, className }: MenuCountProps) {
  const t = useText()
  const { unread, hasMention } = useMenuCount(of)
  if (unread === 0) return null
  const label = t(of === 'mentorship' ? 'shell.toDecide' : 'shell.unread', { count: unread })
  if (!hasMention) return <Count className={className} value={unread} label={label} />
  return <Count className={className} value={unread} kind="mention" label={`${t('chat.named')}, ${label}`} />
}

/** Pages that belong to a menu item but are not under its URL. */
const areas: Readonly<Record<string, MenuName>> = { session: 'learning', feed: 'learning', survey: 'survey', stage: 'survey' }

const areaOf = (pathname: string): MenuName | undefined => areas[pathname.split('/')[1] ?? '']

/** The menu item the page belongs to. A link marks its own page itself. */
export function useMenuArea(): MenuName | undefined {
  return useLocation({ select: ({ pathname }) => areaOf(pathname) })
}

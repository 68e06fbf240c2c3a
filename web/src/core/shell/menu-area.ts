import { useLocation } from '@tanstack/react-router'
import type { MenuName } from './menu-items.ts'

/** Pages that belong to a menu item but are not under its URL. */
const areas: Readonly<Record<string, MenuName>> = { session: 'learning', feed: 'learning', survey: 'survey', stage: 'survey' }

export const areaOf = (pathname: string): MenuName | undefined => areas[pathname.split('/')[1] ?? '']

/** The menu item the page belongs to. A link marks its own page itself. */
export function useMenuArea(): MenuName | undefined {
  return useLocation({ select: ({ pathname }) => areaOf(pathname) })
}

import { useLocation } from '@tanstack/react-router'
import type { MenuName } from './menu-items.ts'

/** Pages that belong to a part of the menu without lying under its address. */
const areas: Readonly<Record<string, MenuName>> = { session: 'learning', feed: 'learning', survey: 'survey', stage: 'survey' }

export const areaOf = (pathname: string): MenuName | undefined => areas[pathname.split('/')[1] ?? '']

/** For a menu's links: which of them the page belongs to. Its own page is marked by the link itself. */
export function useMenuArea(): MenuName | undefined {
  return useLocation({ select: ({ pathname }) => areaOf(pathname) })
}

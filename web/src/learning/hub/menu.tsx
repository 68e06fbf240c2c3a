import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { SideMenu } from '#core/shell/side-menu.tsx'
import { book, heart, home, bookmark, clock, grid, sparkle } from '#core/ui/icons.ts'
import type { ListName } from '../cache.ts'
import { sessionsQuery } from '../queries.ts'

export function HubMenu({ here }: { here: ShownList | 'home' }) {
  const t = useText()
  const ongoing = useQuery(sessionsQuery('ongoing')).data
  // The count is loaded only after the main content.
  const bookmarked = useQuery({ ...sessionsQuery('bookmarked'), enabled: here === 'bookmarked' || ongoing !== undefined }).data
  const counts = { ongoing: ongoing?.length, bookmarked: bookmarked?.length }
  const links = shownLists.map((list) => ({
    ...listPages[list],
    text: t(`learning.list.${list}`),
    count: list === 'ongoing' || list === 'bookmarked' ? counts[list] : undefined,
  }))
  return (
    <SideMenu
      label={t('learning.menu')}
      links={[
        { to: '/learninghub', icon: home, text: t('learning.menu.home') },
        { to: '/feed', icon: heart, text: t('feed.title') },
        ...links,
      ]}
      here={here === 'home' ? t('learning.menu.homeHere') : t(`learning.list.${here}`)}
      hereIcon={here === 'home' ? book : listPages[here].icon}
    />
  )
}

/** The four lists with their own page, in the order of the side menu. */
const shownLists = ['all', 'curated', 'ongoing', 'bookmarked'] as const satisfies readonly ListName[]
export type ShownList = (typeof shownLists)[number]

export const listPages = {
  all: { to: '/learninghub/allsession', icon: grid },
  curated: { to: '/learninghub/curatedsession', icon: sparkle },
  ongoing: { to: '/learninghub/ongoingsessions', icon: clock },
  bookmarked: { to: '/learninghub/bookmarkedsessions', icon: bookmark },
} as const

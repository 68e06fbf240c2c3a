import { useText } from '#core/i18n/texts.tsx'
import { SideMenu } from '#core/shell/side-menu.tsx'
import { bookmark, grid, heart, home } from '#core/ui/icons.ts'

/** The feed is a page of the hub; its lists have their own counts there. */
export function FeedMenu() {
  const t = useText()
  return (
    <SideMenu
      label={t('learning.menu')}
      links={[
        { to: '/learninghub', icon: home, text: t('learning.menu.home') },
        { to: '/feed', icon: heart, text: t('feed.title') },
        { to: '/learninghub/allsession', icon: grid, text: t('learning.list.all') },
        { to: '/learninghub/bookmarkedsessions', icon: bookmark, text: t('learning.list.bookmarked') },
      ]}
      here={t('feed.title')}
      hereIcon={heart}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './main-menu.module.css'
import { useMenuArea } from './menu-area.ts'
import { MenuCount } from './menu-count.tsx'
import type { MenuName } from './menu-items.ts'
import { menuLinks } from './menu-links.ts'

/** In the top bar from 800 px; below that the tab bar replaces it. */
export function MainMenu({ items }: { items: readonly MenuName[] }) {
  const t = useText()
  const area = useMenuArea()
  return (
    <nav className={css.menu} aria-label={t('shell.mainMenu')}>
      {items.map((name) => {
        const { to, icon, text } = menuLinks[name]
        return (
          <Link
            key={name}
            to={to}
            activeOptions={{ includeSearch: false }}
            aria-current={area === name ? 'true' : undefined}
            className={css.item}
          >
            <Icon of={icon} className={css.icon} />
            <span className={css.word}>{t(text)}</span>
            <MenuCount of={name} />
          </Link>
        )
      })}
    </nav>
  )
}

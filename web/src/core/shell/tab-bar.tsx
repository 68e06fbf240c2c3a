import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { useMenuArea } from './menu-area.ts'
import { MenuCount } from './menu-count.tsx'
import type { MenuName } from './menu-items.ts'
import { menuLinks } from './menu-links.ts'
import css from './tab-bar.module.css'

/** The main menu at the bottom of the screen, below 800 px. */
export function TabBar({ items }: { items: readonly MenuName[] }) {
  const t = useText()
  const area = useMenuArea()
  if (items.length === 0) return null
  return (
    <nav className={css.bar} aria-label={t('shell.mainMenu')}>
      {items.map((name) => {
        const { to, icon, text } = menuLinks[name]
        return (
          <Link
            key={name}
            to={to}
            activeOptions={{ includeSearch: false }}
            aria-current={area === name ? 'true' : undefined}
            className={css.tab}
          >
            <Icon of={icon} size={23} />
            <span className={css.word}>{t(text)}</span>
            <MenuCount of={name} className={css.count} />
          </Link>
        )
      })}
    </nav>
  )
}

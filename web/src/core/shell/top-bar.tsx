import { Link } from '@tanstack/react-router'
import type { ReactNode, ComponentProps } from 'react'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { useLanguages } from '#core/i18n/language.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { useTheme } from '#core/theme/theme.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { language as languageIcon, down, bell } from '#core/ui/icons.ts'
import barButtonCss from './bar-button.module.css'
import mainMenuCss from './main-menu.module.css'
import { useMenuArea, MenuCount, menuLinks } from './menu-links.tsx'
import type { MenuName } from './menu-items.ts'
import css from './top-bar.module.css'
import { useMenuOnDemand } from './use-menu-on-demand.ts'

export function TopBar({ items, bell }: { items: readonly MenuName[]; bell?: ReactNode }) {
  const t = useText()
  const { shown } = useTheme()
  return (
    <header className={css.bar}>
      <Link to="/learninghub" className={css.brand} aria-label={t('shell.brandHome')} activeProps={noMark}>
        <img src={shown === 'dark' ? logoDark : logo} alt="" width={34} height={34} />
        <span className={css.name}>{t('app.name')}</span>
      </Link>
      <MainMenu items={items} />
      <div className={css.end}>
        <LanguagePicker />
        {bell}
        <AccountMenu />
      </div>
    </header>
  )
}

/** The main menu already marks the current page. */
const noMark = { 'aria-current': undefined }

const loadPanel = async () => (await import('./language-panel.tsx')).LanguagePanel

function LanguagePicker() {
  const { Menu, buttonProps } = useMenuOnDemand(loadPanel)
  return Menu ? <Menu trigger={<LanguageButton />} /> : <LanguageButton {...buttonProps} />
}

function LanguageButton(props: ComponentProps<'button'>) {
  const t = useText()
  const code = useLanguage()
  const name = useLanguages(code).find(({ languageCode }) => languageCode === code)?.language ?? code
  return (
    <button {...props} type="button" className={barButtonCss.button} aria-label={t('shell.languageNow', { code, name })}>
      <Icon of={languageIcon} />
      <span className={barButtonCss.code}>{code}</span>
    </button>
  )
}

/** In the top bar from 800 px; below that the tab bar replaces it. */
function MainMenu({ items }: { items: readonly MenuName[] }) {
  const t = useText()
  const area = useMenuArea()
  return (
    <nav className={mainMenuCss.menu} aria-label={t('shell.mainMenu')}>
      {items.map((name) => {
        const { to, icon, text } = menuLinks[name]
        return (
          <Link
            key={name}
            to={to}
            activeOptions={{ includeSearch: false }}
            aria-current={area === name ? 'true' : undefined}
            className={mainMenuCss.item}
          >
            <Icon of={icon} className={mainMenuCss.icon} />
            <span className={mainMenuCss.word}>{t(text)}</span>
            <MenuCount of={name} />
          </Link>
        )
      })}
    </nav>
  )
}

const loadAccountPanel = async () => (await import('./account-panel.tsx')).AccountPanel

function AccountMenu() {
  const { Menu, buttonProps } = useMenuOnDemand(loadAccountPanel)
  return Menu ? <Menu trigger={<AccountButton />} /> : <AccountButton {...buttonProps} />
}

function AccountButton(props: ComponentProps<'button'>) {
  const t = useText()
  const { displayName, picture } = useProfile()
  return (
    <button {...props} type="button" className={barButtonCss.button} aria-label={t('shell.accountMenu', { name: displayName })}>
      <Avatar name={displayName} picture={picture} size="sm" />
      <span className={barButtonCss.name}>{displayName}</span>
      <Icon of={down} size={16} />
    </button>
  )
}

/** Takes the bell's space until it loads, so that nothing in the bar moves. */
export function BellPlaceholder() {
  return (
    <span className={barButtonCss.button} aria-hidden="true">
      <Icon of={bell} size={22} />
    </span>
  )
}

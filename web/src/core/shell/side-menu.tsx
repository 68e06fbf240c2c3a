import { useLinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Icon } from '#core/ui/icon.tsx'
import { down, type IconShape } from '#core/ui/icons.ts'
import sideLayoutCss from './side-layout.module.css'
import css from './side-menu.module.css'

type SideLink = {
  to: string
  icon: IconShape
  text: string
  count?: number | undefined
  search?: Record<string, string> | undefined
  /** For links to parts of one page, which have the same path. */
  isHere?: boolean | undefined
}

export type SideMenuProps = {
  label: string
  links: readonly SideLink[]
  /** Name of the current page, for the dropdown on phones. */
  here: string
  hereIcon: IconShape
}

/** A filter or page number in the URL does not make it another page. */
const exactly = { exact: true, includeSearch: false }

/** A column from 992 px, tabs from 600 px, a dropdown below; always with the greeting. */
export function SideMenu({ label, links, here, hereIcon }: SideMenuProps) {
  const t = useText()
  const { displayName } = useProfile()
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  // Listen to presses too: Safari does not focus a tapped button, so leaving it fires no focus event.
  useEffect(() => {
    if (!isOpen) return undefined
    const handleElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', handleElsewhere)
    document.addEventListener('focusin', handleElsewhere)
    return () => {
      document.removeEventListener('pointerdown', handleElsewhere)
      document.removeEventListener('focusin', handleElsewhere)
    }
  }, [isOpen])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <nav ref={menu} className={css.side} aria-label={label}>
      <p className={css.hello}>
        <small>{t('shell.hello')}</small> {displayName}
      </p>
      <button
        ref={button}
        type="button"
        className={css.drop}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKeyDown}
      >
        <Icon of={hereIcon} size={22} />
        <span className={css.words}>
          <small>{t('shell.helloName', { name: displayName })}</small> <b>{here}</b>
        </span>
        <Icon of={down} className={css.arrow} />
      </button>
      <ul id={listId} className={css.links} data-open={isOpen}>
        {links.map((link) => (
          <li key={link.text}>
            <SideAnchor link={link} onClick={() => setOpen(false)} onKeyDown={handleKeyDown} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type SideAnchorProps = { link: SideLink; onClick: () => void; onKeyDown: (event: KeyboardEvent) => void }

function SideAnchor({ link: { to, icon, text, count, search, isHere }, onClick, onKeyDown }: SideAnchorProps) {
  const props = useLinkProps({ to, ...(search && { search }), activeOptions: exactly, onClick, onKeyDown })
  const mark = isHere === undefined ? props['aria-current'] : isHere && 'page'
  return (
    <a {...props} className={css.link} aria-current={mark || undefined}>
      <Icon of={icon} />
      {text}
      {count ? <span className={css.count}>{count}</span> : null}
    </a>
  )
}

/** A page with its side menu. */
export function SideLayout({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <div className={sideLayoutCss.layout}>
      {menu}
      <div className={sideLayoutCss.content}>{children}</div>
    </div>
  )
}

import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { search as searchIcon } from '#core/ui/icons.ts'
import { createStore, useStore } from '#core/store.ts'
import css from './search.module.css'

const SearchDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).SearchDialog }))

const isOpenStore = createStore(false)
const open = () => isOpenStore.set(true)

/** The field of the side menu, which opens the search. */
export function SearchField() {
  const t = useText()
  return (
    <button type="button" className={css.find} aria-keyshortcuts="/" onClick={open}>
      <Icon of={searchIcon} size={18} />
      <span>{t('staff.search.open')}</span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  )
}

/** The button that opens the search on phones. */
export function SearchButton() {
  return <IconButton icon={searchIcon} iconSize={22} label={useText()('staff.search.open')} onClick={open} />
}

/** Rendered once in the frame of the console: the keyboard shortcut and the dialog. */
export function SearchLayer() {
  const isOpen = useStore(isOpenStore)
  // Stays after the first time, so that it closes with its animation.
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
      isOpenStore.set(false)
    }
  }, [])
  if (!wasOpen) return null
  return (
    <Suspense>
      <SearchDialog isOpen={isOpen} onClose={() => isOpenStore.set(false)} />
    </Suspense>
  )
}

function handleKeyDown(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
  event.preventDefault()
  open()
}

/** Elements in which a slash is typed text and not the shortcut. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

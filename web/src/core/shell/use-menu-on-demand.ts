import { type ComponentType, type KeyboardEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'

/**
 * A menu costs 47 KB, so its code loads on hover or focus and replaces the button only when used: replacing it earlier would lose
 * the press or the focus.
 */
export function useMenuOnDemand<Props>(load: () => Promise<ComponentType<Props>>, popup: 'menu' | 'dialog' = 'menu') {
  const t = useText()
  const [Menu, setMenu] = useState<ComponentType<Props>>()

  // Offline this may fail; the press then shows an error.
  const preload = () => void load().catch(() => {})

  function show() {
    load().then(
      (component) => setMenu(() => component),
      () => showToast({ text: t('shell.menuFailed'), tone: 'bad' }),
    )
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (popup === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    show()
  }

  const buttonProps = {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: show,
    onKeyDown: handleKeyDown,
  } as const
  return { Menu, buttonProps }
}

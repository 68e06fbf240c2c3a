import { type ComponentType, type KeyboardEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { showToast } from '#core/ui/toast-store.ts'

/**
 * A menu costs 47 KB, so its code comes when a pointer or the focus nears the button, and takes the button's place only
 * when it is used: a change any earlier would swallow the press or drop the focus.
 */
export function useMenuOnDemand<Props>(load: () => Promise<ComponentType<Props>>, popup: 'menu' | 'dialog' = 'menu') {
  const t = useText()
  const [Menu, setMenu] = useState<ComponentType<Props>>()

  // Offline the code may not come; the press that follows says so.
  const warm = () => void load().catch(() => {})

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
    onPointerEnter: warm,
    onFocus: warm,
    onClick: show,
    onKeyDown: handleKeyDown,
  } as const
  return { Menu, buttonProps }
}

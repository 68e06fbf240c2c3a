import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Elements where Enter has its own meaning. */
const ownEnter =
  'textarea, button, a[href], select, summary, input[type="file"], [role="combobox"], [role="option"], [contenteditable="true"]'

/** Enter goes to the next question from everywhere else in the form. */
export function useEnter(form: RefObject<HTMLElement | null>, onEnter: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!isPlainEnter(event) || !(target instanceof Element)) return
    if (!form.current?.contains(target) || target.closest(ownEnter)) return
    // The browser would submit the form itself, also while the key is held down.
    event.preventDefault()
    if (!event.repeat) onEnter()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    // On the document, so that controls handle the key first.
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  // keyCode 229: how Safari reports an Enter that only ended a composition.
  return !event.isComposing && event.keyCode !== 229
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Where Enter has a meaning of its own: a new line, a press, a list that opens, a file to choose. */
const ownEnter =
  'textarea, button, a[href], select, summary, input[type="file"], [role="combobox"], [role="option"], [contenteditable="true"]'

/** Enter means going on, from any other place in the form. */
export function useEnter(form: RefObject<HTMLElement | null>, onEnter: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!isPlainEnter(event) || !(target instanceof Element)) return
    if (!form.current?.contains(target) || target.closest(ownEnter)) return
    // The browser would send the form by itself, for a key that is held down too.
    event.preventDefault()
    if (!event.repeat) onEnter()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    // On the document: by then every control has had its say.
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  // 229 is how Safari tells that the key only ended a word being composed.
  return !event.isComposing && event.keyCode !== 229
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

type Options = {
  isOn: boolean
  /** For the only question on a page; otherwise only while the focus is in the group. */
  fromAnywhere: boolean
  /** The value of the key, if any. */
  valueOf: (key: string) => number | undefined
  onChoose: (value: number) => void
}

export function useDigitKeys(group: RefObject<HTMLElement | null>, { isOn, fromAnywhere, valueOf, onChoose }: Options) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isInside = event.target instanceof Node && group.current?.contains(event.target)
    if (!isInside && (!fromAnywhere || isTyping(event.target))) return
    const value = valueOf(event.key)
    if (value === undefined) return
    onChoose(value)
    // Arrow keys continue from the focused step.
    if (isInside) group.current?.querySelector<HTMLElement>(`input[value="${value}"]`)?.focus()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

type Options = {
  isOn: boolean
  /** On a page of one question; otherwise only while the focus is in the group. */
  fromAnywhere: boolean
  /** The value that the key stands for, if any. */
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
    // The arrow keys go on from where the focus is.
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

import { useEffect, useEffectEvent } from 'react'
import type { ToolName } from './tools.ts'

/** One key per tool, as shown in the list. */
export const shortcuts: readonly { key: string; tool: ToolName }[] = [
  { key: 'M', tool: 'microphone' },
  { key: 'V', tool: 'camera' },
  { key: 'C', tool: 'captions' },
  { key: 'S', tool: 'share' },
  { key: 'F', tool: 'fullScreen' },
  { key: 'H', tool: 'hand' },
  { key: 'W', tool: 'tiles' },
  { key: 'Q', tool: 'quality' },
  { key: '?', tool: 'shortcuts' },
]

export const keyOf = (tool: ToolName): string | undefined => shortcuts.find((shortcut) => shortcut.tool === tool)?.key

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
}

/** Ignores held keys, browser shortcuts and typing. */
export function toolForKey(event: KeyboardEvent): ToolName | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (isTyping(event.target)) return undefined
  return shortcuts.find(({ key }) => key === event.key.toUpperCase())?.tool
}

export function useShortcuts(isOn: boolean, act: (tool: ToolName) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const tool = toolForKey(event)
    if (!tool) return
    event.preventDefault()
    act(tool)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

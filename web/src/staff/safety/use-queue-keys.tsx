import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './queue.module.css'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

/** J and K move between the cases below the returned ref, T takes and G gives the one with the focus. */
export function useQueueKeys() {
  const lists = useRef<HTMLDivElement>(null)
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const rows = [...(lists.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const press = (act: string) => rows[at]?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click()
      if (key === 'j') focusRow(rows[Math.min(at + 1, rows.length - 1)])
      else if (key === 'k') focusRow(rows[Math.max(at - 1, 0)])
      else if (key === 't') press('take')
      else if (key === 'g') press('give')
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return lists
}

function focusRow(row: HTMLElement | undefined) {
  const title = row?.querySelector<HTMLElement>('h3 a')
  title?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

export function QueueKeys() {
  const t = useText()
  const keys = [
    ['J', 'K', 'staff.safety.key.move'],
    ['T', '', 'staff.safety.take'],
    ['G', '', 'staff.safety.give'],
    ['Enter', '', 'staff.safety.open'],
    ['Esc', 'Esc', 'staff.safety.blank'],
  ] as const
  return (
    <p className={css.keys}>
      {keys.map(([first, second, text]) => (
        <span key={text}>
          <kbd>{first}</kbd>
          {second && <kbd>{second}</kbd>} {t(text)}
        </span>
      ))}
    </p>
  )
}

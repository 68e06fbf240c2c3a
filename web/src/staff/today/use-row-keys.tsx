import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './today.module.css'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

const actOf: Readonly<Record<string, string>> = { n: 'contact', h: 'assign', z: 'snooze' }

/** J and K move between the rows below the returned ref; N, H and Z press the button of the current row. */
export function useRowKeys() {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const press = (row: HTMLElement | undefined, act: string) => row?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click()
      if (key === 'j') focusRow(rows[Math.min(at + 1, rows.length - 1)])
      else if (key === 'k') focusRow(rows[Math.max(at - 1, 0)])
      else press(list.current?.querySelector<HTMLElement>('[aria-current]') ?? undefined, actOf[key] ?? 'none')
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return list
}

/** The row with the focus becomes the current one. */
function focusRow(row: HTMLElement | undefined) {
  const more = row?.querySelector<HTMLElement>('[data-act="more"]')
  if (more?.getAttribute('aria-expanded') === 'false') more.click()
  more?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

export function RowKeys() {
  const t = useText()
  const keys = [
    ['J', 'K', 'staff.safety.key.move'],
    ['N', '', 'staff.contact.note'],
    ['H', '', 'staff.today.assign'],
    ['Z', '', 'staff.today.snooze'],
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

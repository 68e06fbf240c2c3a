import { type KeyboardEvent, useEffect, useRef } from 'react'
import css from './tabs.module.css'

type Tab<Value extends string> = { value: Value; label: string; id: string }
type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  panelId: string
  onChange: (value: Value) => void
}

/** One tab stop; arrow keys, Home and End choose immediately, as in WAI-ARIA. */
export function Tabs<Value extends string>({ label, tabs, value, panelId, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex((tab) => tab.value === value)

  // On a phone the row scrolls: the chosen tab must be visible. Not scrollIntoView, which would also scroll the page.
  useEffect(() => {
    const [line, chosen] = [row.current, row.current?.children[place]]
    if (!line || !chosen) return
    const [outer, inner] = [line.getBoundingClientRect(), chosen.getBoundingClientRect()]
    line.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [place])

  function handleKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1
    const places: Record<string, number> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    }
    const to = places[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab) return
    event.preventDefault()
    const button = row.current?.children[to]
    if (button instanceof HTMLElement) button.focus()
    onChange(tab.value)
  }

  return (
    <div ref={row} className={css.tabs} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={handleKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

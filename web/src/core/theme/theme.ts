import { useSyncExternalStore } from 'react'
import { createEvent, createStore, useStore } from '../store.ts'

export type Scheme = 'system' | 'light' | 'dark'

const key = 'saathi.theme'
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const scheme = createStore(storedScheme())
const applied = createEvent()

function isScheme(value: unknown): value is Scheme {
  return value === 'system' || value === 'light' || value === 'dark'
}

function storedScheme(): Scheme {
  // Storage throws if cookies are blocked; the theme must not stop the page from starting.
  try {
    const value = localStorage.getItem(key)
    return isScheme(value) ? value : 'system'
  } catch {
    return 'system'
  }
}

function shownNow(): 'light' | 'dark' {
  const chosen = scheme.get()
  if (chosen !== 'system') return chosen
  return dark.matches ? 'dark' : 'light'
}

function applyScheme(): void {
  document.documentElement.dataset.theme = shownNow()
  applied.emit()
}

/** Called once before the first paint, so that a dark page never flashes white. */
export function applyTheme(): void {
  applyScheme()
  dark.addEventListener('change', applyScheme)
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return
    scheme.set(storedScheme())
    applyScheme()
  })
}

export function setScheme(next: Scheme): void {
  scheme.set(next)
  try {
    localStorage.setItem(key, next)
  } catch {
    // Not stored, but still applied.
  }
  applyScheme()
}

/** `scheme` is what the person chose, `shown` what the page uses. */
export function useTheme(): { scheme: Scheme; shown: 'light' | 'dark'; setScheme: (next: Scheme) => void } {
  return {
    scheme: useStore(scheme),
    shown: useSyncExternalStore(applied.on, shownNow),
    setScheme,
  }
}

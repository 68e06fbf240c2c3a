import { useSyncExternalStore } from 'react'

export type Scheme = 'system' | 'light' | 'dark'

const key = 'saathi.theme'
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let scheme = storedScheme()

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
  if (scheme !== 'system') return scheme
  return dark.matches ? 'dark' : 'light'
}

function applyScheme(): void {
  document.documentElement.dataset.theme = shownNow()
  for (const listener of listeners) listener()
}

/** Called once before the first paint, so that a dark page never flashes white. */
export function applyTheme(): void {
  applyScheme()
  dark.addEventListener('change', applyScheme)
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return
    scheme = storedScheme()
    applyScheme()
  })
}

export function setScheme(next: Scheme): void {
  scheme = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Not stored, but still applied.
  }
  applyScheme()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `scheme` is what the person chose, `shown` what the page uses. */
export function useTheme(): { scheme: Scheme; shown: 'light' | 'dark'; setScheme: (next: Scheme) => void } {
  return {
    scheme: useSyncExternalStore(subscribe, () => scheme),
    shown: useSyncExternalStore(subscribe, shownNow),
    setScheme,
  }
}

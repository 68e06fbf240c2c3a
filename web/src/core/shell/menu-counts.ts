import { useSyncExternalStore } from 'react'
import type { MenuName } from './menu-items.ts'

export type MenuCount = { unread: number; hasMention: boolean }

const none: MenuCount = { unread: 0, hasMention: false }
const counts = new Map<MenuName, MenuCount>()
const listeners = new Set<() => void>()

/** Domains set their counts here; the menu shows them without importing the domains. */
export function setMenuCount(name: MenuName, count: MenuCount): void {
  const { unread, hasMention } = counts.get(name) ?? none
  if (unread === count.unread && hasMention === count.hasMention) return
  counts.set(name, count)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMenuCount = (name: MenuName): MenuCount => useSyncExternalStore(subscribe, () => counts.get(name) ?? none)

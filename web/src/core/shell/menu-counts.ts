import { createStore, useStore } from '../store.ts'
import type { MenuName } from './menu-items.ts'

export type MenuCount = { unread: number; hasMention: boolean }

const none: MenuCount = { unread: 0, hasMention: false }
const counts = createStore<Partial<Record<MenuName, MenuCount>>>({})

/** Domains set their counts here; the menu shows them without importing the domains. */
export function setMenuCount(name: MenuName, count: MenuCount): void {
  const { unread, hasMention } = counts.get()[name] ?? none
  if (unread === count.unread && hasMention === count.hasMention) return
  counts.set({ ...counts.get(), [name]: count })
}

export const useMenuCount = (name: MenuName): MenuCount => useStore(counts)[name] ?? none

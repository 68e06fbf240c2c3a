import type { Experiences, Permission } from '@saathi/contract/accounts/entities'
import { createStore, useStore } from '../store.ts'

const menuNames = ['learning', 'mentorship', 'survey', 'chat', 'internship'] as const
export type MenuName = (typeof menuNames)[number]

const isSeen = (permission: Permission) => permission !== 'off'

/** The main menu by experience flags. `show` is in the menu too; its page is a locked card. */
export function menuItems(experiences: Experiences): MenuName[] {
  const { mentorshipChat, aiChat } = experiences.chatStatus
  const seen: Record<MenuName, boolean> = {
    learning: isSeen(experiences.session),
    mentorship: isSeen(experiences.curriculum),
    survey: isSeen(experiences.survey),
    chat: isSeen(experiences.chattype) && (mentorshipChat === 'use' || aiChat === 'use'),
    internship: isSeen(experiences.internship),
  }
  return menuNames.filter((name) => seen[name])
}

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

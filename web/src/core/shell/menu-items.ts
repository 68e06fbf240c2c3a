import type { Experiences, Permission } from '@saathi/contract/accounts/entities'

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

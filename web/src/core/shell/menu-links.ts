import { bag, book, chat, pair, survey } from '#core/ui/icons.ts'
import type { MenuName } from './menu-items.ts'

export const menuLinks = {
  learning: { to: '/learninghub', icon: book, text: 'shell.menu.learning' },
  mentorship: { to: '/mentorship', icon: pair, text: 'shell.menu.mentorship' },
  survey: { to: '/surveylisting', icon: survey, text: 'shell.menu.survey' },
  chat: { to: '/chat', icon: chat, text: 'shell.menu.chat' },
  internship: { to: '/internship', icon: bag, text: 'shell.menu.internship' },
} as const satisfies Record<MenuName, { to: string; icon: unknown; text: string }>

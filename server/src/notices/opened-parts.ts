import type { TextKey } from '@saathi/contract/texts'
import type { NoticeOrder } from './notify-person.ts'

/** Name and page of each part of the product. */
const parts: Readonly<Record<string, { name: TextKey; page: `/${string}` }>> = {
  curriculum: { name: 'notices.part.curriculum', page: '/mentorship' },
  session: { name: 'notices.part.session', page: '/learninghub' },
  video: { name: 'notices.part.video', page: '/mentorship' },
  survey: { name: 'notices.part.survey', page: '/surveylisting' },
  internship: { name: 'notices.part.internship', page: '/internship' },
  chattype: { name: 'notices.part.chattype', page: '/chat' },
  mentorshipChat: { name: 'notices.part.mentorshipChat', page: '/chat' },
  aiChat: { name: 'notices.part.aiChat', page: '/chat' },
  helpCenter: { name: 'notices.part.helpCenter', page: '/moreinfo/faq' },
}

/** Null if nothing with a name was opened. */
export function openedOrder(personId: number, opened: readonly string[]): NoticeOrder<'opened'> | null {
  const named = opened.flatMap((key) => (Object.hasOwn(parts, key) ? (parts[key] ?? []) : []))
  const [first, ...more] = named
  if (!first) return null
  const values = { parts: { namesOf: named.map(({ name }) => name) } }
  return { personId, kind: 'account', template: 'opened', values, link: more.length === 0 ? first.page : '/' }
}

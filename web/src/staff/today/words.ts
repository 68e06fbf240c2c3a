import { DAY_MS } from '@saathi/contract/core/time'
import type { WorkItem } from '@saathi/contract/worklist/entities'
import type { Translate } from '#core/i18n/texts.tsx'
import { longDay, shortDay } from '#core/i18n/india-time.ts'

const daysBetween = (from: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - new Date(from).getTime()) / DAY_MS))

/** For a pair the two first names; for a group the mentor and the number of others. */
export function titleOf(item: WorkItem, t: Translate, language: string): string {
  const names = item.people.map(({ firstName }) => firstName)
  const [mentor, ...others] = names
  if (item.subject === 'programme' || mentor === undefined) return item.programme
  if (item.subject === 'group') return t('staff.today.groupOf', { name: mentor })
  if (item.subject === 'person') return item.people[0]?.name ?? mentor
  if (others.length > 2) return t('staff.today.groupWith', { name: mentor, count: others.length })
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** The fact as a sentence, with the person concerned. */
export function factOf(item: WorkItem, t: Translate, language: string, now: Date): string {
  const { rule, fact } = item
  const side = item.people.find(({ part }) => part === fact.side)
  return t(`staff.today.fact.${rule}`, {
    days: daysBetween(item.since, now),
    count: fact.count,
    every: fact.everyDays ?? 0,
    name: side?.firstName ?? item.people[0]?.firstName ?? '',
    day: fact.until ? longDay(fact.until, language) : '',
  })
}

/** How long the row is overdue; empty on the due day. */
export function lateOf(item: WorkItem, t: Translate, now: Date): string {
  const isEnding = item.rule === 'approval_ends' || item.rule === 'pair_ends'
  const days = isEnding || item.closedAt !== null ? 0 : daysBetween(item.dueAt, now)
  return days === 0 ? '' : t('staff.today.late', { count: days })
}

export const sinceOf = (item: WorkItem, t: Translate, language: string): string =>
  t('staff.today.since', { day: shortDay(item.since, language) })

export const ruleOf = ({ rule, limit }: Pick<WorkItem, 'rule' | 'limit'>, t: Translate): string =>
  t(`staff.today.rule.${rule}`, { limit })

/** The person to contact: who owes an answer, otherwise the mentor. */
export const personOf = (item: WorkItem) => item.people.find(({ part }) => part === item.fact.side) ?? item.people[0]

type Place = { to: string; search?: Record<string, string> }

/** The page where the matter is handled; null if somebody must be contacted instead. */
export function placeOf({ rule, subject }: Pick<WorkItem, 'rule' | 'subject'>): Place | null {
  if (rule === 'approval_ends') return { to: '/staff/screening', search: { show: 'approved' } }
  if (rule === 'decision_waits') return { to: '/staff/matching', search: { tab: subject === 'group' ? 'groups' : 'review' } }
  return null
}

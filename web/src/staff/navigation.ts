import type { TextKey } from '@saathi/contract/texts'
import type { Waiting } from '@saathi/contract/staff/console-calls'
import type { IconShape } from '#core/ui/icons.ts'
import { cap } from '#core/ui/further-icons.ts'
import { chat, check, clock, edit, home, lock, pair, settings, shield, sparkle, survey, users } from '#core/ui/icons.ts'

export type NavEntry = {
  to: string
  text: TextKey
  icon: IconShape
  /** The entry is shown to people who may do this in at least one programme. */
  action: string
  waiting?: keyof Waiting
}
type NavGroup = { title: TextKey | null; entries: readonly NavEntry[] }

/** Every entry of the console, in order. Only what a person may use is shown. */
const groups: readonly NavGroup[] = [
  {
    title: null,
    entries: [
      { to: '/staff/today', text: 'staff.nav.today', icon: clock, action: 'staff.worklist', waiting: 'today' },
      { to: '/staff', text: 'staff.nav.home', icon: home, action: 'staff.console' },
    ],
  },
  {
    title: 'staff.nav.programme',
    entries: [
      { to: '/staff/people', text: 'staff.nav.people', icon: users, action: 'staff.people_read' },
      { to: '/staff/pairs', text: 'staff.nav.pairs', icon: pair, action: 'staff.pairs_read', waiting: 'recordings' },
      { to: '/staff/matching', text: 'staff.nav.matching', icon: sparkle, action: 'staff.matching', waiting: 'matching' },
      {
        to: '/staff/screening',
        text: 'staff.nav.screening',
        icon: check,
        action: 'staff.screening',
        waiting: 'screening',
      },
      { to: '/staff/programmes', text: 'staff.nav.programmes', icon: cap, action: 'staff.programmes' },
      { to: '/staff/help', text: 'staff.nav.help', icon: chat, action: 'staff.help', waiting: 'help' },
    ],
  },
  {
    title: 'staff.nav.safety',
    entries: [{ to: '/staff/safety', text: 'staff.nav.desk', icon: shield, action: 'staff.safety', waiting: 'safety' }],
  },
  {
    title: 'staff.nav.contentGroup',
    entries: [{ to: '/staff/content', text: 'staff.nav.content', icon: edit, action: 'staff.content' }],
  },
  {
    title: 'staff.nav.instance',
    entries: [
      { to: '/staff/team', text: 'staff.nav.team', icon: lock, action: 'staff.team', waiting: 'resets' },
      { to: '/staff/audit', text: 'staff.nav.audit', icon: survey, action: 'staff.audit' },
      { to: '/staff/settings', text: 'staff.nav.settings', icon: settings, action: 'staff.chat_hours' },
    ],
  },
]

export const visibleGroups = (actions: readonly string[]): NavGroup[] =>
  groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ action }) => actions.includes(action)) }))
    .filter(({ entries }) => entries.length > 0)

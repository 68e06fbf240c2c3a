import type { Waiting } from '@saathi/contract/staff/console-calls'
import type { TextKey } from '@saathi/contract/texts'

type Topic = { key: Exclude<keyof Waiting, 'matching' | 'today'>; name: TextKey; line: TextKey; page: `/${string}` }

/** The topics of notices and of the digest, in order, with the page where they are handled. */
export const topics: readonly Topic[] = [
  { key: 'help', name: 'notices.team.help', line: 'notices.team.help.line', page: '/staff/help' },
  { key: 'screening', name: 'notices.team.screening', line: 'notices.team.screening.line', page: '/staff/screening' },
  { key: 'groups', name: 'notices.team.groups', line: 'notices.team.groups.line', page: '/staff' },
  { key: 'proposals', name: 'notices.team.proposals', line: 'notices.team.proposals.line', page: '/staff' },
  { key: 'approvals', name: 'notices.team.approvals', line: 'notices.team.approvals.line', page: '/staff/screening' },
  { key: 'mail', name: 'notices.team.mail', line: 'notices.team.mail.line', page: '/staff/people?mail=refused' },
  { key: 'resets', name: 'notices.team.resets', line: 'notices.team.resets.line', page: '/staff/team' },
]

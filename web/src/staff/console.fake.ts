import type { Profile } from '@saathi/contract/accounts/entities'
import { getSecondFactor } from '@saathi/contract/accounts/staff-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { getConsole, getStaffTexts } from '@saathi/contract/staff/console-calls'
import texts from '../../../contract/texts/en/staff.json' with { type: 'json' }
import { answer, makeProfile, showApp } from '../../test/harness.tsx'

const admin = makeProfile({ firstName: 'Farida', lastName: 'Khan', displayName: 'Farida Khan', role: 'Admin' })

const everything: CallReply<typeof getConsole> = {
  rights: [{ role: 'Admin', projectId: null, until: null }],
  programmes: [{ id: 7, key: 'pragati', name: 'Pragati', isDisabled: false, languages: [] }],
  actions: ['staff.console', 'staff.team', 'staff.help'],
  waiting: {
    today: 0,
    help: 3,
    screening: 0,
    matching: 0,
    groups: 0,
    proposals: 0,
    approvals: 0,
    recordings: 0,
    mail: 0,
    resets: 0,
    safety: 0,
  },
}

type ConsoleOptions = {
  path?: string
  profile?: Partial<Profile>
  console?: Partial<typeof everything>
  secondFactor?: CallReply<typeof getSecondFactor>
}

/** Opens a page of the console as an administrator who has given the second factor. */
export function showConsole({ path = '/staff', profile = {}, console = {}, secondFactor }: ConsoleOptions = {}) {
  answer(getStaffTexts, { translations: texts })
  answer(getSecondFactor, secondFactor ?? { hasAuthenticator: true, isGiven: true, codesLeft: 10 })
  answer(getConsole, { ...everything, ...console })
  return showApp({ path, profile: { ...admin, ...profile } })
}

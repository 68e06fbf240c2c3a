import { setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { listHelpCases } from '@saathi/contract/help/staff-calls'
import { listStaffOffers } from '@saathi/contract/matching/staff-calls'
import { listPairs } from '@saathi/contract/staff/pair-calls'
import { beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

/** Written by hand: a test that reads the permission table would agree with any table. */
const may: Record<string, { roles: readonly Role[]; ask: (who: number) => Promise<{ status: number }> }> = {
  'close the product': {
    roles: ['Admin'],
    ask: (who) => server.ask(who, setMaintenance, { body: { underMaintenance: false } }),
  },
  'list the pairs they may see': {
    roles: ['Admin', 'ProgramManager', 'PairManager', 'SafeguardingLead'],
    ask: (who) => server.ask(who, listPairs, { query: {} }),
  },
  'read the offers': {
    roles: ['Admin', 'ProgramManager'],
    ask: (who) => server.ask(who, listStaffOffers, { query: {} }),
  },
  'read help cases': {
    roles: ['Admin', 'ProgramManager', 'SafeguardingLead'],
    ask: (who) => server.ask(who, listHelpCases, { query: {} }),
  },
}

test.each(Object.entries(may))(
  'only the listed roles, each with a second factor, may %s (C23)',
  async (_what, { roles, ask }) => {
    const answers: Record<string, number> = {}
    for (const role of Role.options) {
      const who = await server.buildPerson({ role })
      await markSecondFactor(server, who)
      answers[role] = (await ask(who)).status
    }
    expect(answers).toEqual(Object.fromEntries(Role.options.map((role) => [role, roles.includes(role) ? 200 : 403])))
  },
)

import { leaveSaathi } from '@saathi/contract/accounts/calls'
import { addPerson, setDisabled } from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { Role, StaffRole } from '@saathi/contract/accounts/roles'
import { listPairs } from '@saathi/contract/staff/pair-calls'
import { createProgramme } from '@saathi/contract/staff/programme-calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'

let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  admin = await buildStaff('Admin')
})

async function buildStaff(role: StaffRole) {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

async function buildProgramme(key = crypto.randomUUID()) {
  const row = { key, name: `Programme ${key}`, group_type: '1to1' }
  const { id } = await server.db.insertInto('project').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

type Wanted = { role: StaffRole; projectId?: number | null; until?: string | null }
const give = (by: number, personId: number, { role, projectId = null, until = null }: Wanted) =>
  server.ask(by, giveRight, { body: { personId, role, projectId, until } })
const end = (by: number, id: number) => server.ask(by, endRight, { params: { id }, body: {} })
const team = async (by: number) => (await server.ask(by, listTeam, {})).body
const rightsOf = async (by: number, personId: number) =>
  (await team(by)).members.find((member) => member.personId === personId)?.rights ?? []
const consoleStatus = async (who: number) => (await server.ask(who, getConsole, {})).status

/** Ends the rights that came with the account, so that only those given in the test count. */
async function withoutRights(personId: number) {
  for (const { id } of await rightsOf(admin, personId)) await end(admin, id)
}

describe('rights', () => {
  test('[STF-03] for one programme give access to that programme only', async () => {
    const [own, foreign] = [await buildProgramme(), await buildProgramme()]
    const manager = await buildStaff('ProgramManager')
    await withoutRights(manager)
    expect((await give(admin, manager, { role: 'ProgramManager', projectId: own })).status).toBe(200)
    const { programmes, rights, actions } = (await server.ask(manager, getConsole, {})).body
    expect(programmes.map(({ id }) => id)).toEqual([own])
    expect(rights).toEqual([{ role: 'ProgramManager', projectId: own, until: null }])
    expect(actions).toContain('staff.team')
    expect(actions).not.toContain('staff.maintenance')
    expect((await server.ask(manager, listPairs, { query: { programme: foreign } })).body.pairs).toEqual([])
    const coordinator = await buildStaff('PairManager')
    expect((await give(manager, coordinator, { role: 'PairManager', projectId: own })).status).toBe(200)
    expect((await give(manager, coordinator, { role: 'PairManager', projectId: foreign })).body.code).toBe(
      'accounts.right_beyond_yours',
    )
  })

  test('[STF-03] stop working at the next call once they have expired or were ended', async () => {
    const viewer = await buildStaff('Viewer')
    await withoutRights(viewer)
    expect(await consoleStatus(viewer)).toBe(403)
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    await give(admin, viewer, { role: 'Viewer', until })
    expect(await consoleStatus(viewer)).toBe(200)
    server.clock.advance(3_599)
    expect((await give(viewer, admin, { role: 'Viewer' })).body.code).toBe('core.forbidden')
    server.clock.advance(1)
    await expect.poll(() => consoleStatus(viewer)).toBe(403)
    // The old right has expired, so a new one can be given.
    await markSecondFactor(server, admin)
    const signIn = server.db.updateTable('sign_in').set({ confirmed_at: server.clock.now() })
    await signIn.where('person_id', '=', admin).execute()
    const { id } = (await give(admin, viewer, { role: 'Viewer' })).body
    expect(await consoleStatus(viewer)).toBe(200)
    expect((await end(admin, id)).status).toBe(200)
    expect(await consoleStatus(viewer)).toBe(403)
    expect((await end(admin, id)).body.code).toBe('accounts.right_not_found')
  })

  test('[STF-04] cannot be given to oneself, to members, twice, or with an end in the past', async () => {
    expect((await give(admin, admin, { role: 'Author' })).body.code).toBe('accounts.own_right')
    const [mentee, author] = [await server.buildPerson(), await buildStaff('Author')]
    expect((await give(admin, mentee, { role: 'Author' })).body.code).toBe('accounts.person_not_found')
    expect((await give(admin, 2_000_000_000, { role: 'Author' })).body.code).toBe('accounts.person_not_found')
    expect((await give(admin, author, { role: 'Author' })).body.code).toBe('accounts.right_exists')
    const past = server.clock.now().toISOString()
    expect((await give(admin, author, { role: 'Viewer', until: past })).body.code).toBe('accounts.right_ends_in_past')
  })

  test('for a programme that does not exist are refused like those for the programme of others', async () => {
    const author = await buildStaff('Author')
    const answer = await give(admin, author, { role: 'Viewer', projectId: 2_000_000_000 })
    expect(answer).toMatchObject({ status: 403, body: { code: 'accounts.right_beyond_yours' } })
  })

  test('of a new administrator cover all programmes, even if the account names one', async () => {
    const project = crypto.randomUUID()
    await buildProgramme(project)
    const person = { role: 'Admin', firstName: 'Vikram', lastName: 'Sethi', newPrimaryLanguage: 'en', project } as const
    const added = await server.ask(admin, addPerson, { body: { ...person, email: `${project}@saathi.example` } })
    expect(added.status).toBe(200)
    expect(await rightsOf(admin, added.body.personId)).toMatchObject([{ role: 'Admin', projectId: null, until: null }])
  })

  test('[STF-03] of a colleague who is invited cover one programme, even before it opens', async () => {
    const name = `Udaan ${crypto.randomUUID()}`
    const created = await server.ask(admin, createProgramme, { body: { name, groupType: '1to1', copyOf: null } })
    const { id, key: project } = await server.db
      .selectFrom('project')
      .select(['id', 'key'])
      .where('id', '=', created.body.id)
      .executeTakeFirstOrThrow()
    const invite = (role: Role) =>
      server.ask(admin, addPerson, {
        body: {
          role,
          firstName: 'Vikram',
          lastName: 'Sethi',
          newPrimaryLanguage: 'en',
          project,
          email: `${role}-${id}@saathi.example`,
        },
      })
    expect((await invite('Mentee')).body.code).toBe('accounts.program_not_open')
    const manager = await invite('ProgramManager')
    expect(manager.status).toBe(200)
    expect(await rightsOf(admin, manager.body.personId)).toMatchObject([{ role: 'ProgramManager', projectId: id, until: null }])
  })

  test('[STF-04] of leads and managers are given by administrators only', async () => {
    const [manager, author] = [await buildStaff('ProgramManager'), await buildStaff('Author')]
    const given: Partial<Record<StaffRole, string>> = {}
    for (const role of ['Admin', 'ProgramManager', 'SafeguardingLead', 'PairManager', 'Viewer'] as const) {
      const { status, body } = await give(manager, author, { role })
      given[role] = status === 200 ? 'given' : String(body.code)
    }
    expect(given).toEqual({
      Admin: 'accounts.right_beyond_yours',
      ProgramManager: 'accounts.right_beyond_yours',
      SafeguardingLead: 'accounts.right_beyond_yours',
      PairManager: 'given',
      Viewer: 'given',
    })
    const [adminRight] = await rightsOf(admin, admin)
    expect((await end(manager, adminRight?.id ?? 0)).body.code).toBe('accounts.right_not_found')
  })

  test('require a re-authentication in the last 15 minutes', async () => {
    const author = await buildStaff('Author')
    server.clock.advance(15 * 60)
    expect((await give(admin, author, { role: 'Viewer' })).body.code).toBe('accounts.confirm_first')
    const invited = { role: 'Author', firstName: 'Vikram', lastName: 'Sethi', newPrimaryLanguage: 'en' } as const
    const asked = await server.ask(admin, addPerson, { body: { ...invited, email: `${crypto.randomUUID()}@saathi.example` } })
    expect(asked.body.code).toBe('accounts.confirm_first')
  })
})

describe('the last administrator', () => {
  /** A server with these administrators only. */
  async function leaveOnly(...administrators: number[]) {
    await server.db
      .updateTable('staff_right')
      .set({ ended_at: server.clock.now() })
      .where('role', '=', 'Admin')
      .where('person_id', 'not in', administrators)
      .where('ended_at', 'is', null)
      .execute()
  }

  test('[STF-04] cannot be removed, disabled or deleted', async () => {
    const helper = await buildStaff('Admin')
    await leaveOnly(admin, helper)
    const [right] = await rightsOf(admin, admin)
    const [other] = await rightsOf(admin, helper)
    expect((await end(admin, other?.id ?? 0)).status).toBe(200)
    expect((await end(admin, right?.id ?? 0)).body.code).toBe('accounts.last_administrator')
    expect((await server.ask(admin, leaveSaathi, { body: {} })).body.code).toBe('accounts.last_administrator')
    // An administrator whose right has an end date is no replacement.
    const soon = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    await give(admin, helper, { role: 'Admin', until: soon })
    expect((await end(admin, right?.id ?? 0)).body.code).toBe('accounts.last_administrator')
    expect(
      (
        await server.ask(helper, setDisabled, {
          params: { personId: admin },
          body: { isDisabled: true, reason: 'They asked for it.' },
        })
      ).body.code,
    ).toBe('accounts.last_administrator')
  })

  test('[STF-04] remains when two administrators remove or disable each other at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pair = [await buildStaff('Admin'), await buildStaff('Admin')] as const
      await leaveOnly(...pair)
      const [first] = await rightsOf(pair[0], pair[0])
      const [second] = await rightsOf(pair[1], pair[1])
      const disable = (by: number, personId: number) =>
        server.ask(by, setDisabled, { params: { personId }, body: { isDisabled: true, reason: 'They asked for it.' } })
      const answers = await Promise.all(
        round % 2 === 0
          ? [end(pair[0], second?.id ?? 0), end(pair[1], first?.id ?? 0)]
          : [disable(pair[0], pair[1]), end(pair[1], first?.id ?? 0)],
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})

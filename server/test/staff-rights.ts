import type { StaffRole } from '@saathi/contract/accounts/roles'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { TestServer } from './harness.ts'
import { markSecondFactor } from './matrix/second-factor.ts'

/** A colleague with the second factor and a right in all programmes. */
export async function buildStaff(server: TestServer, role: StaffRole): Promise<number> {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

/** A colleague with a right in one programme only, given by an administrator. */
export async function buildStaffOf(server: TestServer, role: StaffRole, projectId: number): Promise<number> {
  const [admin, id] = [await buildStaff(server, 'Admin'), await buildStaff(server, role)]
  const { members } = (await server.ask(admin, listTeam, {})).body
  for (const right of members.find(({ personId }) => personId === id)?.rights ?? [])
    await server.ask(admin, endRight, { params: { id: right.id }, body: {} })
  await server.ask(admin, giveRight, { body: { personId: id, role, projectId, until: null } })
  return id
}

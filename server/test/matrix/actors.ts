import { isStaffRole, Role } from '@saathi/contract/accounts/roles'
import { tokenMaker } from '#accounts/public.ts'
import type { StaffRight } from '#core/ctx.ts'
import { testEnv, type TestServer } from '../harness.ts'
import { markSecondFactor } from './second-factor.ts'

export type Actor = {
  name: string
  role: Role
  isIn: boolean
  hasSecondFactor: boolean
  rights: readonly StaffRight[]
  /** The headers the person sends. Runs after the objects were built, so it may also break the sign-in. */
  enter: (server: TestServer, personId: number) => Promise<Record<string, string>>
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const withToken: Actor['enter'] = async (server, personId) => bearer(await server.tokenFor(personId))

const withSecondFactor: Actor['enter'] = async (server, personId) => {
  await markSecondFactor(server, personId)
  return withToken(server, personId)
}

async function expired(server: TestServer, personId: number) {
  await markSecondFactor(server, personId)
  const { id } = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  const anHourAgo = { now: () => new Date(server.clock.now().getTime() - 3_600_000) }
  return bearer(await tokenMaker(testEnv.secret, anHourAgo).issueAccess(personId, id))
}

async function ended(server: TestServer, personId: number) {
  const headers = await withSecondFactor(server, personId)
  await server.db
    .updateTable('sign_in')
    .set({ ended_at: server.clock.now(), end_reason: 'signed_out' })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute()
  return headers
}

async function withEndedRight(server: TestServer, personId: number) {
  const right = server.db.updateTable('staff_right').set({ ended_at: server.clock.now() })
  await right.where('person_id', '=', personId).execute()
  return withSecondFactor(server, personId)
}

async function disabled(server: TestServer, personId: number) {
  const headers = await withSecondFactor(server, personId)
  await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', personId).execute()
  return headers
}

/** People who cannot sign in get the most powerful role, so that only the sign-in can stop them. */
const everywhere = (role: Role): StaffRight[] => (isStaffRole(role) ? [{ role, projectId: null }] : [])
const cannotEnter = { role: 'Admin', rights: everywhere('Admin'), isIn: false, hasSecondFactor: true } as const

export const ENDED_RIGHT = 'ProgramManager whose right has ended'

export const actors: readonly Actor[] = [
  { ...cannotEnter, name: 'signed out', enter: async () => ({}) },
  { ...cannotEnter, name: 'disabled', enter: disabled },
  { ...cannotEnter, name: 'ended sign-in', enter: ended },
  { ...cannotEnter, name: 'expired token', enter: expired },
  ...Role.options.map((role) => ({
    name: role,
    role,
    rights: everywhere(role),
    isIn: true,
    hasSecondFactor: true,
    enter: withSecondFactor,
  })),
  {
    name: ENDED_RIGHT,
    role: 'ProgramManager',
    rights: [],
    isIn: true,
    hasSecondFactor: true,
    enter: withEndedRight,
  },
  {
    name: 'Admin without second factor',
    role: 'Admin',
    rights: everywhere('Admin'),
    isIn: true,
    hasSecondFactor: false,
    enter: withToken,
  },
]

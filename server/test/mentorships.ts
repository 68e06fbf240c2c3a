import { inTransaction } from '#core/ctx.ts'
import { startMentorship } from '#mentorship/public.ts'
import { pino } from 'pino'
import type { TestServer } from './harness.ts'
import { buildSession, type BuiltSession } from './hub-sessions.ts'

const log = pino({ level: 'silent' })
let projects = 0

type Changes = {
  /** The mentees; more than one means a group. */
  mentees?: number
  /** The scheduled sessions; two plain ones by default. */
  sessions?: readonly BuiltSession[]
  days?: number
  withPairManager?: boolean
  /** Existing people. */
  mentorId?: number
  menteeIds?: readonly number[]
  startedAt?: Date
}
export type BuiltMentorship = {
  id: number
  projectId: number
  mentorId: number
  menteeIds: number[]
  pairManagerId: number | null
  sessions: readonly BuiltSession[]
}

export const buildMentorshipSession = (server: TestServer, changes: Parameters<typeof buildSession>[1] = {}) =>
  buildSession(server, { isLearningHub: false, ...changes })

/** Sets the flag that opens mentorship. */
export async function openCurriculum({ db }: TestServer, personIds: readonly number[], flag = 'use'): Promise<void> {
  await db.updateTable('experience').set({ curriculum: flag }).where('person_id', 'in', personIds).execute()
}

/** A project with a schedule, so that a mentorship can start in it. */
export async function buildProject(server: TestServer, sessions: readonly BuiltSession[], groupType: string, days = 14) {
  projects += 1
  const { id } = await server.db
    .insertInto('project')
    .values({ key: `walking-${projects}-${crypto.randomUUID()}`, name: `Walking ${projects}`, group_type: groupType })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sessions.length > 0)
    await server.db
      .insertInto('schedule_session')
      .values(sessions.map((session, at) => ({ project_id: id, position: at + 1, session_id: session.id, days })))
      .execute()
  return id
}

/** Starts a mentorship like matching or staff would, with people who may use it. */
export async function buildMentorship(server: TestServer, changes: Changes = {}): Promise<BuiltMentorship> {
  const count = changes.menteeIds?.length ?? changes.mentees ?? 1
  const groupType = count > 1 ? '1toM' : '1to1'
  const sessions = changes.sessions ?? [await buildMentorshipSession(server), await buildMentorshipSession(server)]
  const projectId = await buildProject(server, sessions, groupType, changes.days)
  const [menteeRole, mentorRole] =
    groupType === '1toM' ? (['GroupMentee', 'GroupMentor'] as const) : (['Mentee', 'Mentor'] as const)
  const mentorId = changes.mentorId ?? (await server.buildPerson({ role: mentorRole }))
  const menteeIds = [...(changes.menteeIds ?? [])]
  while (menteeIds.length < count) menteeIds.push(await server.buildPerson({ role: menteeRole }))
  const pairManagerId = changes.withPairManager ? await server.buildPerson({ role: 'PairManager' }) : null
  const people = [mentorId, ...menteeIds, ...(pairManagerId === null ? [] : [pairManagerId])]
  await openCurriculum(server, people)
  await server.db
    .updateTable('person')
    .set({ project_id: projectId })
    .where('id', 'in', [mentorId, ...menteeIds])
    .execute()
  const { mentorshipId, alreadyMatched } = await inTransaction(server.app.world, log, (ctx) =>
    startMentorship(ctx, {
      projectId,
      groupType,
      mentorId,
      menteeIds,
      pairManagerId,
      startedAt: changes.startedAt ?? server.clock.now(),
    }),
  )
  if (alreadyMatched.length > 0) throw new Error('one of these people is in another mentorship')
  return { id: mentorshipId, projectId, mentorId, menteeIds, pairManagerId, sessions }
}

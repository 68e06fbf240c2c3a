import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import type { StaffMentorship } from '@saathi/contract/mentorship/staff-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { findExperiences, roleMay } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { requireMembership, requireMentorship } from './access.ts'
import { showMembers, shownOf } from './service.ts'
import * as lifecycle from './lifecycle.ts'
import * as store from './store.ts'

type StartRequest = { mentor: number; mentees: readonly number[]; pairManager?: number | null | undefined }

export async function listMentorships(ctx: Ctx, query: { ended: boolean; page: number; size: number }) {
  const { rows, hasNextPage } = await store.findMentorshipPage(ctx.db, query)
  const ids = rows.map(({ id }) => id)
  return { mentorships: await show(ctx, rows, await store.findMembers(ctx.db, ids)), hasNextPage }
}

export async function startMentorship(ctx: Ctx, request: StartRequest): Promise<StaffMentorship> {
  const project = await requireValidGroup(ctx, request)
  const made = {
    projectId: project.id,
    groupType: project.groupType,
    mentorId: request.mentor,
    menteeIds: request.mentees,
    pairManagerId: request.pairManager ?? null,
    startedAt: ctx.now(),
  }
  const { mentorshipId, taken } = await lifecycle.startMentorship(ctx, made)
  if (taken.length > 0) throw conflict('mentorship.already_in_one')
  return showOne(ctx, mentorshipId)
}

/** An unknown id has no members to remove, and showOne then reports it as not found. */
export async function endMentorship(ctx: Ctx, id: number): Promise<StaffMentorship> {
  await lifecycle.endMentorship(ctx, id)
  return showOne(ctx, id)
}

export async function takeOutMember(ctx: Ctx, id: number, personId: number): Promise<StaffMentorship> {
  await requireMembership({ ...ctx, actor: { ...ctx.actor, personId } }, id)
  await lifecycle.leaveMentorship(ctx, id, personId)
  return showOne(ctx, id)
}

/** All accounts exist, have the right role and programme, and the programme has a schedule. */
async function requireValidGroup({ db }: Ctx, { mentor, mentees, pairManager }: StartRequest) {
  const ids = [mentor, ...mentees, ...(pairManager ? [pairManager] : [])]
  const people = new Map((await store.findCandidates(db, ids)).map((person) => [person.id, person]))
  if (ids.some((id) => !people.has(id))) throw notFound('mentorship.person_not_found')
  const may = (id: number, action: string) => roleMay(Role.parse(people.get(id)?.role), action)
  const project = await store.findProject(db, people.get(mentor)?.projectId ?? 0)
  const most = project?.groupType === '1toM' ? GROUP_MAX_MENTEES : 1
  const fits =
    project !== null &&
    new Set(ids).size === ids.length &&
    mentees.length <= most &&
    may(mentor, 'mentorship.lead') &&
    mentees.every((id) => may(id, 'mentorship.follow') && people.get(id)?.projectId === project.id) &&
    (!pairManager || may(pairManager, 'mentorship.manage')) &&
    (await canBeOpenedTo(db, [mentor, ...mentees]))
  if (!fits) throw badInput('mentorship.does_not_fit')
  if ((await store.findSchedule(db, project.id)).length === 0) throw conflict('mentorship.no_schedule')
  return project
}

/** A locked area is opened when the mentorship starts; a switched-off one stays off, and the partner would wait forever. */
async function canBeOpenedTo(db: Ctx['db'], personIds: readonly number[]): Promise<boolean> {
  const experiences = await Promise.all(personIds.map((id) => findExperiences(db, id)))
  return experiences.every(({ curriculum }) => curriculum !== 'off')
}

async function showOne(ctx: Ctx, id: number): Promise<StaffMentorship> {
  const row = await requireMentorship(ctx, id)
  const [shown] = await show(ctx, [row], await store.findMembers(ctx.db, [id]))
  return shown ?? { ...describe(row), members: [] }
}

async function show(
  ctx: Ctx,
  rows: readonly store.MentorshipRow[],
  everybody: readonly store.MemberRow[],
): Promise<StaffMentorship[]> {
  const shown = await showMembers(ctx, everybody)
  return rows.map((row) => {
    const members = everybody.filter(({ mentorshipId }) => mentorshipId === row.id)
    // Profile pictures are visible only to partners.
    return { ...describe(row), members: shownOf(shown, members).map((member) => ({ ...member, displayPicture: null })) }
  })
}

const describe = ({ id, groupType, programme, startedAt, endedAt }: store.MentorshipRow) => ({
  id,
  groupType,
  programme,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

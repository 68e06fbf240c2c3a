import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import type { StaffMentorship } from '@saathi/contract/mentorship/staff-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { can, findExperiences, roleMay } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { requireManaged, requireMembership } from './access.ts'
import { showMembers, shownOf } from './service.ts'
import * as lifecycle from './lifecycle.ts'
import * as store from './store.ts'

type StartRequest = { mentor: number; mentees: readonly number[]; pairManager?: number | null | undefined }

/** The mentor and the mentees, who can read what staff did. */
export async function findPairPeople(db: Db, id: number): Promise<number[]> {
  const members = await store.findMembers(db, [id])
  return members.filter(({ part }) => part !== 'pair_manager').map(({ personId }) => personId)
}

export async function startMentorship(ctx: Ctx, request: StartRequest): Promise<StaffMentorship> {
  const project = await requireValidGroup(ctx, request)
  const newMentorship = {
    projectId: project.id,
    groupType: project.groupType,
    mentorId: request.mentor,
    menteeIds: request.mentees,
    pairManagerId: request.pairManager ?? null,
    startedAt: ctx.now(),
  }
  const { mentorshipId, alreadyMatched } = await lifecycle.startMentorship(ctx, newMentorship)
  if (alreadyMatched.length > 0) throw conflict('mentorship.already_in_one')
  return showOne(ctx, mentorshipId)
}

export async function endMentorship(ctx: Ctx, id: number): Promise<StaffMentorship> {
  await requireManaged(ctx, id)
  await lifecycle.endMentorship(ctx, id)
  return showOne(ctx, id)
}

export async function takeOutMember(ctx: Ctx, id: number, personId: number): Promise<StaffMentorship> {
  await requireManaged(ctx, id)
  await requireMembership({ ...ctx, actor: { ...ctx.actor, personId } }, id)
  await lifecycle.leaveMentorship(ctx, id, personId)
  return showOne(ctx, id)
}

/** All accounts exist, have the right role and programme, and the programme has a schedule. Coordinators belong to none. */
async function requireValidGroup({ db, actor }: Ctx, { mentor, mentees, pairManager }: StartRequest) {
  const ids = [mentor, ...mentees, ...(pairManager ? [pairManager] : [])]
  const people = new Map((await store.findCandidates(db, ids)).map((person) => [person.id, person]))
  const isReachable = (id: number) => can(actor, 'staff.mentorships', people.get(id)?.projectId ?? null)
  if (ids.some((id) => !people.has(id)) || ![mentor, ...mentees].every(isReachable)) {
    throw notFound('mentorship.person_not_found')
  }
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
async function canBeOpenedTo(db: Db, personIds: readonly number[]): Promise<boolean> {
  const experiences = await Promise.all(personIds.map((id) => findExperiences(db, id)))
  return experiences.every(({ curriculum }) => curriculum !== 'off')
}

async function showOne(ctx: Ctx, id: number): Promise<StaffMentorship> {
  const { groupType, programme, startedAt, endedAt } = await requireManaged(ctx, id)
  const members = await store.findMembers(ctx.db, [id])
  const shown = shownOf(await showMembers(ctx, members), members)
  return {
    id,
    groupType,
    programme,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    // Profile pictures are visible only to partners.
    members: shown.map((member) => ({ ...member, displayPicture: null })),
  }
}

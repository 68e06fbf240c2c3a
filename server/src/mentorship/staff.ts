import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import type { StaffMentorship } from '@saathi/contract/mentorship/staff-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { findExperiences, roleMay } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { requireMembership, requireMentorship } from './access.ts'
import * as end from './end.ts'
import { showMembers, shownOf } from './show-member.ts'
import { startMentorship as start } from './start.ts'
import * as store from './store.ts'

type Wanted = { mentor: number; mentees: readonly number[]; pairManager?: number | null | undefined }

export async function listMentorships(ctx: Ctx, asked: { ended: boolean; page: number; size: number }) {
  const { rows, hasNextPage } = await store.findMentorshipPage(ctx.db, asked)
  const ids = rows.map(({ id }) => id)
  return { mentorships: await show(ctx, rows, await store.findMembers(ctx.db, ids)), hasNextPage }
}

export async function startMentorship(ctx: Ctx, wanted: Wanted): Promise<StaffMentorship> {
  const project = await requireFitting(ctx, wanted)
  const made = {
    projectId: project.id,
    groupType: project.groupType,
    mentorId: wanted.mentor,
    menteeIds: wanted.mentees,
    pairManagerId: wanted.pairManager ?? null,
    startedAt: ctx.now(),
  }
  const { mentorshipId, taken } = await start(ctx, made)
  if (taken.length > 0) throw conflict('mentorship.already_in_one', 'Somebody here is in a mentorship that goes on.')
  return showOne(ctx, mentorshipId)
}

/** One that never was has nobody to let out, and is not found when it is to be shown. */
export async function endMentorship(ctx: Ctx, id: number): Promise<StaffMentorship> {
  await end.endMentorship(ctx, id)
  return showOne(ctx, id)
}

export async function takeOutMember(ctx: Ctx, id: number, personId: number): Promise<StaffMentorship> {
  await requireMembership({ ...ctx, actor: { ...ctx.actor, personId } }, id)
  await end.leaveMentorship(ctx, id, personId)
  return showOne(ctx, id)
}

/** Everybody is there, is what they are meant to be, and the programme has a way for them. */
async function requireFitting({ db }: Ctx, { mentor, mentees, pairManager }: Wanted) {
  const ids = [mentor, ...mentees, ...(pairManager ? [pairManager] : [])]
  const people = new Map((await store.findCandidates(db, ids)).map((person) => [person.id, person]))
  if (ids.some((id) => !people.has(id)))
    throw notFound('mentorship.person_not_found', 'Somebody here has no account that is open.')
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
    (await areOpenTo(db, [mentor, ...mentees]))
  if (!fits)
    throw badInput(
      'mentorship.does_not_fit',
      'These people cannot walk together: look at roles, programmes, the size of the group, and to whom mentorship is off.',
    )
  if ((await store.findSchedule(db, project.id)).length === 0)
    throw conflict('mentorship.no_schedule', 'The programme has no sessions for a mentorship yet.')
  return project
}

/** Held back it is opened for them; off it stays, and one would wait for the other for ever. */
async function areOpenTo(db: Ctx['db'], walkers: readonly number[]): Promise<boolean> {
  const experiences = await Promise.all(walkers.map((id) => findExperiences(db, id)))
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
    // A face is shown to those one walks with, and to nobody else.
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

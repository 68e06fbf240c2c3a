import type { Db } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import type { LeftOver, Pair, Pool } from './engine/pool.ts'
import { findFreePlacesOf } from './places-store.ts'
import { findPlan, type Plan } from './plan-store.ts'
import * as store from './run-store.ts'

export type LoadedPool = {
  projectKey: string
  groupType: Plan['groupType']
  pool: Pool
  names: ReadonlyMap<number, string>
  /** Offers that are already open. */
  open: readonly Pair[]
  /** Mentors who are not approved yet. */
  notApproved: readonly LeftOver[]
}

/** Everybody in the matching pool of a project, with their remaining capacity. */
export async function loadPool(db: Db, projectId: number, now: Date): Promise<LoadedPool> {
  const [project, plan] = [await store.findRunProject(db, projectId), await findPlan(db, projectId)]
  if (!project || !plan) throw notFound('matching.no_plan')
  const people = await store.findPool(db, projectId)
  const open = await store.findOpenOffers(db, projectId)
  const members = await store.findMemberAnswers(db, projectId)
  const isUnapproved = ({ part, isApproved }: store.PoolRow) => part === 'mentor' && project.needsApproval && !isApproved
  const mentors = people.filter((person) => person.part === 'mentor' && !isUnapproved(person))
  const free = await findFreePlacesOf(
    db,
    mentors.map(({ personId }) => personId),
    now,
  )
  const counts = countOpen(open)
  const shown = (person: store.PoolRow, quota: number) => ({
    id: person.personId,
    since: person.since.getTime(),
    quota: Math.max(0, quota),
    answers: person.answers,
    attributes: { language: [person.language], programme: [project.key] },
  })
  return {
    projectKey: project.key,
    groupType: plan.groupType,
    pool: {
      criteria: plan.criteria.map(({ key, strength }) => ({ key, strength })),
      mentors: mentors.map((person) => {
        const { personId } = person
        const room = plan.exposure * (free.get(personId) ?? 0) - (counts.waiting.get(personId) ?? 0)
        return { ...shown(person, room), members: members.get(personId) ?? [] }
      }),
      mentees: people
        .filter(({ part }) => part === 'mentee')
        .map((person) => {
          const { personId } = person
          return shown(person, counts.taken.has(personId) ? 0 : plan.shortlist - (counts.waiting.get(personId) ?? 0))
        }),
      apart: [
        ...(await store.findApartPairsIn(db, projectId)),
        ...open.map(({ mentorId, menteeId }) => [mentorId, menteeId] as const),
      ],
    },
    names: new Map(people.map(({ personId, name }) => [personId, name])),
    open,
    notApproved: people
      .filter(isUnapproved)
      .map(({ personId }) => ({ id: personId, part: 'mentor', reason: 'not_approved', criterion: null })),
  }
}

/** Chosen and held offers take the mentor's places; the others only count as waiting. */
function countOpen(open: readonly store.OpenOffer[]) {
  const waiting = new Map<number, number>()
  const taken = new Set<number>()
  for (const { mentorId, menteeId, state } of open) {
    if (state === 'chosen' || state === 'held') taken.add(menteeId)
    else for (const id of [mentorId, menteeId]) waiting.set(id, (waiting.get(id) ?? 0) + 1)
  }
  return { waiting, taken }
}

import { HOUR_MS } from '@saathi/contract/core/time'
import type { Db } from '#core/ctx.ts'
import type { NewMatches, PlanCriterion } from '#content/public.ts'
import { optionsOf } from '../check/names.ts'
import { replacePlans } from './matching-store.ts'
import { mustFind } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { indiaTime } from '../read/relative-time.ts'

const START_TIME = '10:00'

/** Loads the matching plan of each project. Projects no longer in the folder keep theirs. */
export async function loadMatchPlans(db: Db, programme: Programme, projectIds: ReadonlyMap<string, number>): Promise<void> {
  const { projects, criteria } = programme.about.value
  const words = new Map(Object.entries(criteria).map(([key, texts]) => [key, { ...texts, options: optionsOf(programme, key) }]))
  await replacePlans(
    db,
    [...projectIds.values()],
    projects.flatMap(({ key: project, matching }) => {
      if (!matching) return []
      const compared = matching.criteria.map(({ key, strength }): PlanCriterion => ({ key, strength, ...mustFind(words, key) }))
      return [{ ...matching, projectId: mustFind(projectIds, project), criteria: compared }]
    }),
  )
}

type LoadedIds = { idsByEmail: ReadonlyMap<string, number>; projectIds: ReadonlyMap<string, number>; now: Date }

/** Only for accounts created by this load: existing people may have found a partner since. */
export function newMatches({ accounts, matching }: Programme, { idsByEmail, projectIds, now }: LoadedIds): NewMatches {
  const { pairManagers, seekers, offers, groups } = matching?.value ?? { pairManagers: {}, seekers: [], offers: [], groups: [] }
  const isNew = (...emails: readonly string[]) => emails.every((email) => idsByEmail.has(email))
  const idOf = (email: string) => mustFind(idsByEmail, email)
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const maybe = (hours: number | undefined) => (hours === undefined ? null : hoursAgo(hours))
  const projects = new Map((accounts?.value.accounts ?? []).map(({ email, project }) => [email, project ?? '']))
  const projectOf = (email: string) => mustFind(projectIds, mustFind(projects, email))
  return {
    pairManagers: Object.entries(pairManagers)
      .filter(([, email]) => isNew(email))
      .map(([project, email]) => ({ projectId: mustFind(projectIds, project), personId: idOf(email) })),
    seekers: seekers
      .filter(({ who }) => isNew(who))
      .map(({ who, daysAgo, places, isApproved = true }) => ({
        personId: idOf(who),
        since: indiaTime(now, daysAgo, START_TIME),
        places: places ?? null,
        isApproved,
      })),
    offers: offers
      .filter(({ mentor, mentee }) => isNew(mentor, mentee))
      .map(({ mentor, mentee, state, endedBy, ...times }) => ({
        projectId: projectOf(mentee),
        mentorId: idOf(mentor),
        menteeId: idOf(mentee),
        state,
        issuedAt: hoursAgo(times.hoursAgo),
        chosenAt: maybe(times.chosenHoursAgo),
        endedAt: maybe(times.endedHoursAgo),
        endedBy: endedBy ?? null,
      })),
    groups: groups
      .filter(({ mentor, mentees }) => isNew(mentor, ...mentees))
      .map((group) => ({
        projectId: projectOf(group.mentor),
        mentorId: idOf(group.mentor),
        menteeIds: group.mentees.map(idOf),
        createdOn: hoursAgo(group.hoursAgo),
      })),
  }
}

import type { GroupInfo, GroupMemberInfo } from '@saathi/contract/matching/entities'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { exclusiveCriteriaOf, readTextIn, wordsOf } from './criterion-words.ts'
import type { GatheredRow, GatheringRow } from './group-info-store.ts'
import type { SeekerAnswers } from './offer.ts'

export type Gathering = {
  row: GatheringRow
  gathered: readonly GatheredRow[]
  criteria: readonly PlanCriterion[]
  answers: ReadonlyMap<number, SeekerAnswers>
}

/** To its mentor everybody with what they answered; to a mentee the mentor and themselves, and of the others how many they are. */
export async function showGroup(ctx: Ctx, { row, gathered, criteria, answers }: Gathering): Promise<GroupInfo> {
  const { personId, language } = ctx.actor
  const isMentor = row.mentorId === personId
  const seen = gathered.filter((member) => isMentor || member.place === null || member.personId === personId)
  const pictures = await linkToPictures(ctx, seen)
  return {
    groupSize: row.size,
    actualSize: gathered.filter(({ place }) => place !== null).length,
    existingMemberInfo: seen.map((member, at): GroupMemberInfo => ({
      id: member.place === null ? 1 : member.place + 1,
      fullName: shownName(member, language),
      role: member.place === null ? 'mentor' : 'mentee',
      displayPicture: pictures[at] ?? null,
      exclusiveCriteria:
        isMentor && member.place !== null ? exclusiveCriteriaOf(criteria, answers.get(member.personId) ?? {}, language) : {},
    })),
    clubRule: clubRule(criteria, [...answers.values()], language),
    createdOn: row.createdOn?.toISOString() ?? null,
    groupStartsIn: row.startsInDays,
    startsAt: row.startsAt?.toISOString() ?? null,
    isStalled: row.stalledAt !== null,
  }
}

/** Of what a group must agree on, all that everybody in it has said. */
function clubRule(criteria: readonly PlanCriterion[], all: readonly SeekerAnswers[], language: string): GroupInfo['clubRule'] {
  return criteria.flatMap((criterion) => {
    if (criterion.strength !== 'must') return []
    const [first = [], ...others] = all.map((answers) => answers[criterion.key] ?? [])
    const shared = first.filter((answer) => others.every((each) => each.includes(answer)))
    if (shared.length === 0) return []
    const { key, icon, name } = criterion
    return [{ key, icon, name: readTextIn(language, name), answer: wordsOf(criterion, shared, language).join(', ') }]
  })
}

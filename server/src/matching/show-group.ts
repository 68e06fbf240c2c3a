import type { GroupInfo, GroupMemberInfo } from '@saathi/contract/matching/entities'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { exclusiveCriteriaOf, textIn, optionTextsOf } from './criterion-texts.ts'
import type { MemberRow, FormingGroupRow } from './group-info-store.ts'
import type { SeekerAnswers } from './offer.ts'

export type FormingGroup = {
  row: FormingGroupRow
  people: readonly MemberRow[]
  criteria: readonly PlanCriterion[]
  answers: ReadonlyMap<number, SeekerAnswers>
}

/** The mentor sees all members with their answers. A mentee sees the mentor, themselves and the number of members. */
export async function showGroup(ctx: Ctx, { row, people, criteria, answers }: FormingGroup): Promise<GroupInfo> {
  const { personId, language } = ctx.actor
  const isMentor = row.mentorId === personId
  const seen = people.filter((member) => isMentor || member.place === null || member.personId === personId)
  const pictures = await linkToPictures(ctx, seen)
  return {
    groupSize: row.size,
    actualSize: people.filter(({ place }) => place !== null).length,
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

/** The answers to mandatory criteria that all members share. */
function clubRule(criteria: readonly PlanCriterion[], all: readonly SeekerAnswers[], language: string): GroupInfo['clubRule'] {
  return criteria.flatMap((criterion) => {
    if (criterion.strength !== 'must') return []
    const [first = [], ...others] = all.map((answers) => answers[criterion.key] ?? [])
    const shared = first.filter((answer) => others.every((each) => each.includes(answer)))
    if (shared.length === 0) return []
    const { key, icon, name } = criterion
    return [{ key, icon, name: textIn(language, name), answer: optionTextsOf(criterion, shared, language).join(', ') }]
  })
}

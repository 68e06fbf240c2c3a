import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { evaluateChoices } from '@saathi/contract/matching/choices'
import type { GroupInfo, MatchInfo, MatchTracker, GroupMemberInfo } from '@saathi/contract/matching/entities'
import type { GroupType } from '@saathi/contract/mentorship/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import { roleMay, linkToPictures, shownName } from '#accounts/public.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { requireVisibleOffer } from './access.ts'
import { exclusiveCriteriaOf, textIn, optionTextsOf, showCriteria, isOpen, showMatches } from './show-match.ts'
import * as groups from './groups/store.ts'
import type { SeekerAnswers } from './offer.ts'
import { findPlan } from './plan-store.ts'
import { type ListedOffer, countUndecided, findAwaitedOffer, findHistory, findMatchedWith, findUndecided } from './store.ts'
import { matchingStateOf } from './status.ts'
import { findAwaitsApproval, findReader, findStatusFacts, type ReaderRow } from './status-store.ts'

/** The default for people whose project has no plan. */
const EXPIRY_HOURS = 72

type ListQuery = { active: boolean; page: number; size: number }

/** Returns only the reader's own matches, so no access check is needed. */
export async function getMatchList(ctx: Ctx, { active, ...page }: ListQuery) {
  const { personId, role } = ctx.actor
  const reader = (await findReader(ctx.db, personId, ctx.now())) ?? noReader
  const { screen, pairStatus } = matchingStateOf(reader)
  const found = active
    ? await findActive(ctx, { screen, isSeeking: reader.since !== null }, page)
    : await findHistory(ctx.db, personId, page)
  return {
    matchTrackers: describe(ctx, found.offers, reader.formingGroup),
    hasNextPage: found.hasNextPage,
    screen,
    pairStatus,
    expiryHours: reader.expiryHours ?? EXPIRY_HOURS,
    userMatchType: reader.groupType satisfies GroupType,
    isMentor: reader.part ? reader.part === 'mentor' : roleMay(role, 'mentorship.lead'),
    waitingSince: reader.since?.toISOString() ?? null,
  }
}

const noFacts = { isSeeking: false, hasPlace: false, awaitsMentor: false, hasToDecide: false, hasFormingGroup: false }
const noReader: ReaderRow = {
  ...noFacts,
  groupType: '1to1',
  part: null,
  since: null,
  expiryHours: null,
  formingGroup: null,
}

/** Facts for choosing the person's next step. */
export async function findMatchingFacts({ db, actor, now }: Ctx): Promise<NextFacts['matching']> {
  const [facts] = await findStatusFacts(db, [actor.personId], now())
  const { screen, status } = matchingStateOf(facts ?? noFacts)
  const awaitsApproval = await findAwaitsApproval(db, actor.personId)
  if (screen !== 2) return { status, offers: 0, decideBy: null, awaitsApproval }
  const { count, firstEnds } = await countUndecided(db, actor.personId, now())
  return { status, offers: count, decideBy: firstEnds?.toISOString() ?? null, awaitsApproval }
}

/** Marks the pairs whose two people chose each other. Groups are chosen by their mentor alone. */
export async function markChosen({ db, actor }: Ctx, partners: NextFacts['partners']): Promise<NextFacts['partners']> {
  const people = partners.flatMap(({ people: count, userId }) => (count === 1 ? [userId] : []))
  const chosen = await findMatchedWith(db, actor.personId, people)
  return partners.map((partner) => ({ ...partner, choseEachOther: chosen.has(partner.userId) }))
}

/** Recently lost offers are shown next to undecided ones, and while looking for others. A mentee who waits sees the chosen mentor. */
async function findActive(
  { db, actor, now }: Ctx,
  state: { screen: number; isSeeking: boolean },
  page: Omit<ListQuery, 'active'>,
) {
  if (state.screen === 3) return { offers: await findAwaitedOffer(db, actor.personId, now()), hasNextPage: false }
  if (!state.isSeeking || state.screen === 4) return { offers: [], hasNextPage: false }
  const since = new Date(now().getTime() - DAY_MS)
  return findUndecided(db, actor.personId, { ...page, now: now(), since })
}

/** Adds each mentee's answers and compatibility with the group, for a mentor who is forming a group. */
function describe(ctx: Ctx, offers: readonly ListedOffer[], group: groups.FormingGroup | null): MatchTracker[] {
  const forGroup = offers.filter(({ groupType, side }) => groupType === '1toM' && side === 'mentor')
  if (!group || !forGroup.some((offer) => isOpen(offer, ctx.now()))) return showMatches(ctx, offers)
  const shown = showMatches(ctx, offers, ({ answers, reasons }) =>
    exclusiveOf(ctx, group.criteria, answers ?? Object.fromEntries(reasons.map(({ key, mentee }) => [key, mentee]))),
  )
  const undecided = shown.filter(({ interestStatus }) => interestStatus === null)
  const effects = evaluateChoices(chooserOf(ctx, group), undecided)
  return shown.map((match) => {
    const { groupCompatibility = null, clashingCriterias = [] } = effects.get(match.id) ?? {}
    return { ...match, groupCompatibility, clashingCriterias }
  })
}

const exclusiveOf = ({ actor }: Ctx, criteria: readonly PlanCriterion[], answers: Record<string, string[]>) =>
  exclusiveCriteriaOf(criteria, answers, actor.language)

function chooserOf(ctx: Ctx, { size, people, criteria, answers }: groups.FormingGroup) {
  const mentees = people.filter(({ place }) => place !== null)
  const members = mentees.map(({ personId }) => exclusiveOf(ctx, criteria, answers.get(personId) ?? {}))
  return { kind: 'group-mentor', groupSize: size, actualSize: mentees.length, members } as const
}

export async function getMatchInfo(ctx: Ctx, id: number): Promise<MatchInfo> {
  const offer = await requireVisibleOffer(ctx, id)
  const plan = await findPlan(ctx.db, offer.projectId)
  const { side, reasons, score } = offer
  const isShown = offer.deletedAt === null && isOpen(offer, ctx.now())
  const hasComeAbout = offer.state === 'success'
  return {
    id,
    criteriaJson: showCriteria(plan?.criteria ?? [], reasons, {
      side,
      language: ctx.actor.language,
      isShown: isShown || hasComeAbout,
    }),
    // The bio is visible only while the offer is open.
    about: isShown ? offer.bio : '',
    score,
  }
}

export async function getGroupHoldInfo(ctx: Ctx): Promise<GroupInfo> {
  const group = await groups.findFormingGroup(ctx.db, ctx.actor.personId)
  if (!group) throw notFound('matching.no_group', { text: 'refusal.matching.no_group.around_you' })
  return showGroup(ctx, group)
}

/** The mentor sees all members with their answers. A mentee sees the mentor, themselves and the number of members. */
async function showGroup(ctx: Ctx, { people, criteria, answers, ...group }: groups.FormingGroup): Promise<GroupInfo> {
  const { personId, language } = ctx.actor
  const isMentor = group.mentorId === personId
  const visible = people.filter((member) => isMentor || member.place === null || member.personId === personId)
  const pictures = await linkToPictures(ctx, visible)
  return {
    groupSize: group.size,
    actualSize: people.filter(({ place }) => place !== null).length,
    existingMemberInfo: visible.map((member, at): GroupMemberInfo => ({
      id: member.place === null ? 1 : member.place + 1,
      fullName: shownName(member, language),
      role: member.place === null ? 'mentor' : 'mentee',
      displayPicture: pictures[at] ?? null,
      exclusiveCriteria:
        isMentor && member.place !== null ? exclusiveCriteriaOf(criteria, answers.get(member.personId) ?? {}, language) : {},
    })),
    clubRule: clubRule(criteria, [...answers.values()], language),
    createdOn: group.createdOn?.toISOString() ?? null,
    groupStartsIn: group.startsInDays,
    startsAt: group.startsAt?.toISOString() ?? null,
    isStalled: group.stalledAt !== null,
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

import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { settleChoices } from '@saathi/contract/matching/choices'
import type { GroupInfo, MatchInfo, MatchTracker } from '@saathi/contract/matching/entities'
import type { GroupType } from '@saathi/contract/mentorship/entities'
import { roleMay } from '#accounts/public.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { requireSeenOffer } from './access.ts'
import { exclusiveCriteriaOf } from './criterion-words.ts'
import * as groups from './group-info-store.ts'
import { findPlan } from './plan-store.ts'
import { type Gathering, showGroup } from './show-group.ts'
import { showCriteria } from './show-info.ts'
import { isOpen, showMatches } from './show-match.ts'
import { standingOf } from './standing.ts'
import { findReader, findStandings } from './standing-store.ts'
import { countToDecide, findAsked, findHistory, findSeekerAnswers, findToDecide, type SeenOffer } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Where no plan says otherwise. */
const EXPIRY_HOURS = 72

type Wanted = { active: boolean; page: number; size: number }

/** What is the reader's own needs no door. */
export async function getMatchList(ctx: Ctx, { active, ...page }: Wanted) {
  const { personId, role } = ctx.actor
  const now = ctx.now()
  const reader = await findReader(ctx.db, personId)
  const [facts] = await findStandings(ctx.db, [personId], now)
  const { screen, pairStatus } = standingOf(facts ?? nothingOpen)
  const found = active ? await findActive(ctx, screen, page) : await findHistory(ctx.db, personId, page)
  return {
    matchTrackers: await describe(ctx, found.offers),
    hasNextPage: found.hasNextPage,
    screen,
    pairStatus,
    expiryHours: reader.expiryHours ?? EXPIRY_HOURS,
    userMatchType: reader.groupType satisfies GroupType,
    isMentor: reader.part ? reader.part === 'mentor' : roleMay(role, 'mentorship.lead'),
    waitingSince: reader.since?.toISOString() ?? null,
  }
}

const nothingOpen = { isSeeking: false, hasPlace: false, awaitsMentor: false, hasToDecide: false, gathersGroup: false }

/** What the next step is decided from. */
export async function findNextMatching({ db, actor, now }: Ctx): Promise<NextFacts['matching']> {
  const [facts] = await findStandings(db, [actor.personId], now())
  const { screen, status } = standingOf(facts ?? nothingOpen)
  if (screen !== 2) return { status, offers: 0, decideBy: null }
  const { count, firstEnds } = await countToDecide(db, actor.personId, now())
  return { status, offers: count, decideBy: firstEnds?.toISOString() ?? null }
}

/** What was lost lately is shown beside what is still to be decided, and not by itself; who waits sees for whom. */
async function findActive({ db, actor, now }: Ctx, screen: number, page: Omit<Wanted, 'active'>) {
  if (screen === 3) return { offers: await findAsked(db, actor.personId, now()), hasNextPage: false }
  if (screen !== 2) return { offers: [], hasNextPage: false }
  const since = new Date(now().getTime() - DAY_MS)
  return findToDecide(db, actor.personId, { ...page, now: now(), since })
}

/** Only who gathers a group needs what each one answered, and how it goes with those who are in it already. */
async function describe(ctx: Ctx, offers: readonly SeenOffer[]): Promise<MatchTracker[]> {
  const forGroup = offers.filter(({ groupType, side }) => groupType === '1toM' && side === 'mentor')
  const open = forGroup.filter((offer) => isOpen(offer, ctx.now()))
  const gathering =
    open.length > 0 ? await readGathering(ctx, await groups.findGatheringOfMentor(ctx.db, ctx.actor.personId)) : null
  if (!gathering) return showMatches(ctx, offers)
  const answers = await findSeekerAnswers(
    ctx.db,
    open.map(({ otherId }) => otherId),
  )
  const shown = await showMatches(ctx, offers, ({ otherId, reasons }) =>
    exclusiveOf(
      ctx,
      gathering.criteria,
      answers.get(otherId) ?? Object.fromEntries(reasons.map(({ key, mentee }) => [key, mentee])),
    ),
  )
  const undecided = shown.filter(({ interestStatus }) => interestStatus === null)
  const settled = settleChoices(chooserOf(ctx, gathering), undecided)
  return shown.map((match) => {
    const { groupCompatibility = null, clashingCriterias = [] } = settled.get(match.id) ?? {}
    return { ...match, groupCompatibility, clashingCriterias }
  })
}

const exclusiveOf = ({ actor }: Ctx, criteria: readonly PlanCriterion[], answers: Record<string, string[]>) =>
  exclusiveCriteriaOf(criteria, answers, actor.language)

function chooserOf(ctx: Ctx, { row, gathered, criteria, answers }: Gathering) {
  const mentees = gathered.filter(({ place }) => place !== null)
  const members = mentees.map(({ personId }) => exclusiveOf(ctx, criteria, answers.get(personId) ?? {}))
  return { kind: 'group-mentor', groupSize: row.size, actualSize: mentees.length, members } as const
}

export async function getMatchInfo(ctx: Ctx, id: number): Promise<MatchInfo> {
  const offer = await requireSeenOffer(ctx, id)
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
    // What somebody says of themselves is for those who still may choose them.
    about: isShown ? offer.bio : '',
    score,
  }
}

export async function getGroupHoldInfo(ctx: Ctx): Promise<GroupInfo> {
  const { personId, language } = ctx.actor
  const row = (await groups.findGatheringOfMentor(ctx.db, personId)) ?? (await groups.findGatheringOfMentee(ctx.db, personId))
  const gathering = await readGathering(ctx, row)
  if (!gathering) throw notFound('matching.no_group', findText(language)('answers.matchNoGroup'))
  return showGroup(ctx, gathering)
}

async function readGathering({ db }: Ctx, row: groups.GatheringRow | null): Promise<Gathering | null> {
  const plan = row && (await findPlan(db, row.projectId))
  if (!row || !plan) return null
  const gathered = await groups.findGathered(db, row)
  const answers = await findSeekerAnswers(
    db,
    gathered.map(({ personId }) => personId),
  )
  return { row, gathered, criteria: plan.criteria, answers }
}

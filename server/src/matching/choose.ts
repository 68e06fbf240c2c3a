import { type Choice } from '@saathi/contract/matching/calls'
import { Interest } from '@saathi/contract/matching/entities'
import type { Ctx } from '#core/ctx.ts'
import { isRunning, offersWith, type Outcome, refusals, type Said, type Table } from './choice.ts'
import { chooseForGroup } from './choose-group.ts'
import { chooseAsMentee, chooseAsMentor } from './choose-pair.ts'
import { findNamed } from './choose-store.ts'
import { firstSideOf } from './close-offers.ts'
import { findOffers, lockOffersOf, lockSeekers, type OfferRow } from './lock-store.ts'
import { findPlan } from './plan-store.ts'

/**
 * Confirms what was chosen. All whom it concerns are held first and everything is read only then, so that of two who want the same
 * at the same moment the second finds what the first has left.
 */
export async function chooseMatches(ctx: Ctx, interestSet: readonly Choice[]): Promise<Outcome> {
  const named = await requireNamed(ctx, interestSet)
  const [first] = named
  if (!first) throw refusals(ctx).notFound()
  const isMentor = first.offer.mentorId === ctx.actor.personId
  const unavailable = { status: isMentor ? ('MENTEE_UNAVAILABLE' as const) : ('MENTOR_UNAVAILABLE' as const) }
  // What is over stays over: who comes too late learns so at once, and holds up nobody who also waits.
  if (isTakenByNow(named)) return unavailable
  const held = peopleToHold(ctx, named)
  const seekers = await lockSeekers(ctx.db, held)
  const open = await lockOffersOf(ctx.db, held)
  const plan = await findPlan(ctx.db, first.offer.projectId)
  const said = await readAgain(ctx, named)
  if (!plan) throw refusals(ctx).over()
  const isGroup = first.offer.groupType === '1toM'
  requireTurn(ctx, { open, isMentor, isGroup })
  const stillThere = stillOpen(ctx, said)
  if (stillThere === null) return unavailable
  const table: Table = { plan, said: stillThere, open, seekers }
  if (isGroup) return chooseForGroup(ctx, table)
  return isMentor ? chooseAsMentor(ctx, table) : chooseAsMentee(ctx, table)
}

/** What is not there, not mine and not yet mine to see answers alike; and so does what is of another kind than the first. */
async function requireNamed(ctx: Ctx, interestSet: readonly Choice[]): Promise<Said[]> {
  const ids = interestSet.flatMap((choice) => ('id' in choice ? [choice.id] : []))
  const aliases = interestSet.flatMap((choice) => ('email' in choice ? [choice.email] : []))
  const found = await findNamed(ctx.db, ctx.actor.personId, { ids, aliases })
  const said = interestSet.map((choice) => {
    const offer = found.find((each) => ('id' in choice ? each.id === choice.id : each.alias === choice.email))
    if (!offer || kindOf(ctx, offer) !== kindOf(ctx, found[0] ?? offer)) throw refusals(ctx).notFound()
    return { offer, interest: Interest.safeParse(choice.interestStatus).data ?? null }
  })
  if (new Set(said.map(({ offer }) => offer.id)).size < said.length) throw refusals(ctx).namedTwice()
  return said
}

const kindOf = ({ actor }: Ctx, offer: OfferRow) =>
  `${offer.projectId} ${offer.groupType} ${offer.mentorId === actor.personId ? 'mentor' : 'mentee'}`

/** Whom a yes takes away from others, and for who answers second everybody who was named. */
function peopleToHold({ actor }: Ctx, said: readonly Said[]): number[] {
  const wanted = offersWith(said, 'INTERESTED')
  const answering = said.flatMap(({ offer }) => (firstSideOf(offer) === actor.personId ? [] : [offer]))
  const others = [...wanted, ...answering].flatMap(({ mentorId, menteeId }) => [mentorId, menteeId])
  return [...new Set([actor.personId, ...others])]
}

async function readAgain(ctx: Ctx, said: readonly Said[]): Promise<Said[]> {
  const now = await findOffers(
    ctx.db,
    said.map(({ offer }) => offer.id),
  )
  const byId = new Map(now.map((offer) => [offer.id, offer]))
  return said.map(({ offer, interest }) => ({ offer: byId.get(offer.id) ?? offer, interest }))
}

/** A mentee who has chosen waits for the mentor, and in a group a mentee is not asked. */
function requireTurn(ctx: Ctx, { open, isMentor, isGroup }: { open: readonly OfferRow[]; isMentor: boolean; isGroup: boolean }) {
  if (isMentor) return
  const isWaiting = open.some(({ menteeId, state }) => menteeId === ctx.actor.personId && state === 'chosen')
  if (isWaiting || isGroup) throw refusals(ctx).notYourTurn()
}

const openStates: Record<OfferRow['groupType'], ReadonlySet<OfferRow['state']>> = {
  '1to1': new Set(['issued', 'chosen']),
  '1toM': new Set(['issued']),
}

/**
 * Null where a yes is to somebody who is taken by now, or nothing is left of what was named. A no to such a one is as good as
 * said. What is over for another reason is refused.
 */
function stillOpen(ctx: Ctx, said: readonly Said[]): Said[] | null {
  const others = said.filter(({ offer }) => offer.state !== 'unavailable')
  const isOpen = ({ offer }: Said) => openStates[offer.groupType].has(offer.state) && isRunning(offer, ctx.now())
  if (!others.every(isOpen)) throw refusals(ctx).over()
  return others.length === 0 || isTakenByNow(said) ? null : others
}

const isTakenByNow = (said: readonly Said[]) =>
  said.some(({ offer, interest }) => offer.state === 'unavailable' && interest === 'INTERESTED')

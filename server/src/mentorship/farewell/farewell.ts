import type { MyFarewell } from '@saathi/contract/mentorship/farewell-calls'
import { isMatchedAgain, restEndsAt } from '@saathi/contract/mentorship/farewell'
import { findBlockedPairs, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, coreRefusal, notFound } from '#core/errors.ts'
import { lockMentorship, readMemberProgress } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockInside, type Membership, requireMembership, visibilityOf } from '../access.ts'
import { publishFarewell } from './notify.ts'
import * as store from './store.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Calls of this mentorship in which its members were together for at least ten minutes. */
    countMeetings: (ctx: Pick<Ctx, 'db'>, mentorshipId: number) => Promise<number>
    /** Whether a text contains contact data that the programme filters. */
    hasContact: (ctx: Pick<Ctx, 'db'>, words: { mentorshipId: number; text: string }) => Promise<boolean>
  }
}

const noFarewell = () => notFound('mentorship.farewell_not_found')

type OwnFarewell = { membership: Membership; farewell: store.FarewellRow }

/** Former members have access if they were in the mentorship until its end; pair managers do not take part. */
export async function requireFarewell(ctx: Ctx, id: number): Promise<OwnFarewell> {
  const membership = await requireMembership(ctx, id)
  const farewell = await store.findFarewell(ctx.db, id)
  if (!farewell || !store.takesPart(membership.me, farewell)) throw noFarewell()
  return { membership, farewell }
}

export async function getFarewell(ctx: Ctx, id: number): Promise<MyFarewell> {
  return showFarewell(ctx, await requireFarewell(ctx, id))
}

type Words = { takeaway: string; thanks: string }

export async function writeFarewell(ctx: Ctx, id: number, words: Words): Promise<MyFarewell> {
  const own = await requireFarewell(ctx, id)
  if (own.farewell.closedAt !== null) throw conflict('mentorship.farewell_closed')
  // Locked, so that a concurrent end or cancellation happens before or after this.
  await lockMentorship(ctx.db, id)
  const { me, visible } = await lockInside(ctx, id)
  if (me.part === 'pair_manager') throw coreRefusal('core.forbidden')
  const { farewell } = await requireFarewell(ctx, id)
  if (farewell.closedAt !== null) throw conflict('mentorship.farewell_closed')
  if (words.takeaway === '' && words.thanks === '')
    throw badInput('mentorship.words_missing', { text: 'refusal.mentorship.words_missing.farewell' })
  await requireNoContact(ctx, id, `${words.takeaway}\n${words.thanks}`)
  const isFirst = await store.saveWords(ctx.db, farewell.id, { ...words, personId: me.personId, writtenAt: ctx.now() })
  const apart = new Set((await findBlockedPairs(ctx.db, [me.personId, ...visible.map(({ personId }) => personId)])).flat())
  for (const { personId, part } of isFirst ? visible : []) {
    if (part === 'pair_manager' || apart.has(personId)) continue
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template: 'farewellWritten',
      values: {},
      link: `/mentorship/farewell/${id}`,
      onceKey: `farewell ${farewell.id} ${me.personId}`,
    })
  }
  await publishFarewell(ctx, id)
  return getFarewell(ctx, id)
}

/** Calls the hook of each domain that restricts what members may write to each other. */
async function requireNoContact(ctx: Ctx, mentorshipId: number, text: string): Promise<void> {
  for (const domain of ctx.domains) {
    if (await domain.hasContact?.(ctx, { mentorshipId, text })) throw badInput('mentorship.contact_in_words')
  }
}

export async function showFarewell(ctx: Ctx, { membership, farewell }: OwnFarewell): Promise<MyFarewell> {
  const { mentorship, me } = membership
  const { partners } = visibilityOf(membership)
  const partnerIds = partners.map(({ personId }) => personId)
  const apart = (await findBlockedPairs(ctx.db, [me.personId, ...partnerIds])).filter((pair) => pair.includes(me.personId)).flat()
  const written = new Map((await store.findWords(ctx.db, farewell.id)).map((words) => [words.personId, words]))
  const wordsOf = (personId: number) => {
    const words = written.get(personId)
    return words ? { takeaway: words.takeaway, thanks: words.thanks, writtenAt: words.writtenAt.toISOString() } : null
  }
  let meetingCount = 0
  for (const domain of ctx.domains) meetingCount += (await domain.countMeetings?.(ctx, mentorship.id)) ?? 0
  return {
    mentorship: mentorship.id,
    programme: mentorship.programme,
    reason: farewell.reason,
    begunAt: farewell.begunAt.toISOString(),
    closesAt: farewell.closesAt.toISOString(),
    closedAt: farewell.closedAt?.toISOString() ?? null,
    startedAt: me.joinedAt.toISOString(),
    restsUntil: restEndsAt(farewell.closedAt ?? farewell.closesAt).toISOString(),
    isMatchedAgain: isMatchedAgain(farewell.reason, me.part),
    partners: partners.map((partner) => ({
      userId: partner.personId,
      name: shownName(partner, ctx.actor.language),
      words: apart.includes(partner.personId) ? null : wordsOf(partner.personId),
    })),
    words: wordsOf(me.personId),
    sessions: await findDoneTogether(ctx, mentorship.id, [me.personId, partnerIds]),
    meetingCount,
  }
}

/** Titles of sessions that the reader and a partner have finished. */
async function findDoneTogether(
  { db, actor }: Ctx,
  mentorshipId: number,
  [me, partnerIds]: [number, readonly number[]],
): Promise<string[]> {
  const progress = (await readMemberProgress(db, mentorshipId, actor.language)).filter(({ completedAt }) => completedAt !== null)
  const byPartner = new Set(progress.flatMap((each) => (partnerIds.includes(each.personId) ? [each.sessionId] : [])))
  return progress.flatMap(({ personId, sessionId, localeTitle }) =>
    personId === me && byPartner.has(sessionId) ? [localeTitle] : [],
  )
}

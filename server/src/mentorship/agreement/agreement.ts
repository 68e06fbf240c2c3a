import type { Agreement } from '@saathi/contract/mentorship/course-entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { coreRefusal, notFound } from '#core/errors.ts'
import { lockMentorship } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { type Inside, lockInside, requireMembership, visibilityOf } from '../access.ts'
import type { MemberRow } from '../store.ts'
import * as store from './store.ts'

const noSuchProposal = () => notFound('mentorship.proposal_not_found')

/** Locks, so that concurrent proposals, acceptances and withdrawals run one after the other. */
async function lockAgreement(ctx: Ctx, id: number): Promise<Inside> {
  await lockMentorship(ctx.db, id)
  const inside = await lockInside(ctx, id)
  if (inside.me.part === 'pair_manager') throw coreRefusal('core.forbidden')
  return inside
}

const isGroup = ({ mentorship }: Inside) => mentorship.groupType === '1toM'

/**
 * In a pair, a proposal replaces any open one and waits for the partner. In a group, the mentor decides, and a mentee can ask the
 * mentor for a change.
 */
export async function proposeAgreement(ctx: Ctx, id: number, meetingsPerMonth: number): Promise<Agreement> {
  const inside = await lockAgreement(ctx, id)
  const { me, members } = inside
  const decides = isGroup(inside) && me.part === 'mentor'
  const now = ctx.now()
  await store.updateProposalsClosed(ctx.db, id, isGroup(inside) && !decides ? [me.personId] : null, now)
  const acceptedAt = decides ? now : null
  await store.insertProposal(ctx.db, {
    mentorshipId: id,
    proposedBy: me.personId,
    meetingsPerMonth,
    proposedAt: now,
    acceptedAt,
  })
  const others = members.filter(({ part }) => part !== 'pair_manager' && part !== me.part)
  await notify(ctx, inside, others, decides ? 'agreementSet' : 'agreementProposed', meetingsPerMonth)
  if (decides) await ctx.raise({ type: 'mentorship.course_changed', mentorshipId: id })
  return showAgreement(ctx, id)
}

type ProposalRef = { id: number; proposalId: number }

/** Another member's proposal that the reader may see; those of fellow mentees are hidden. */
async function requireProposal(ctx: Ctx, inside: Inside, { id, proposalId }: ProposalRef): Promise<store.ProposalRow> {
  const proposal = (await store.findProposals(ctx.db, id)).find((each) => each.id === proposalId)
  const people = [inside.me, ...inside.visible].map(({ personId }) => personId)
  if (!proposal || !people.includes(proposal.proposedBy)) throw noSuchProposal()
  return proposal
}

export async function acceptAgreement(ctx: Ctx, ref: ProposalRef): Promise<Agreement> {
  const inside = await lockAgreement(ctx, ref.id)
  const proposal = await requireProposal(ctx, inside, ref)
  if (proposal.proposedBy === inside.me.personId) throw noSuchProposal()
  await store.updateAccepted(ctx.db, proposal.id, ctx.now())
  await store.updateProposalsClosed(ctx.db, ref.id, null, ctx.now())
  // The agreement applies to all members of a group.
  const others = inside.members.filter(({ part, personId }) => part !== 'pair_manager' && personId !== inside.me.personId)
  await notify(ctx, inside, others, 'agreementSet', proposal.meetingsPerMonth)
  await ctx.raise({ type: 'mentorship.course_changed', mentorshipId: ref.id })
  return showAgreement(ctx, ref.id)
}

export async function closeProposal(ctx: Ctx, ref: ProposalRef): Promise<Agreement> {
  const inside = await lockAgreement(ctx, ref.id)
  const { proposedBy, meetingsPerMonth } = await requireProposal(ctx, inside, ref)
  await store.updateProposalsClosed(ctx.db, ref.id, [proposedBy], ctx.now())
  const proposer = inside.members.filter(({ personId }) => personId === proposedBy && personId !== inside.me.personId)
  await notify(ctx, inside, proposer, 'agreementDeclined', meetingsPerMonth)
  return showAgreement(ctx, ref.id)
}

type AgreementNotice = 'agreementProposed' | 'agreementSet' | 'agreementDeclined'

async function notify(
  ctx: Ctx,
  { mentorship: { id }, members }: Inside,
  people: readonly MemberRow[],
  template: AgreementNotice,
  count: number,
): Promise<void> {
  for (const { personId } of people) {
    await notifyPerson(ctx, {
      personId,
      kind: 'mentorship',
      template,
      values: { count: String(count) },
      link: `/mentorship?mentorship=${id}`,
    })
  }
  ctx.push({ to: members.map(({ personId }) => personId), event: { type: 'mentorship.changed', mentorship: id } })
}

/** The agreement as the reader sees it. Former members see it without open proposals. */
export async function showAgreement(ctx: Ctx, id: number): Promise<Agreement> {
  const membership = await requireMembership(ctx, id)
  const { partners, isInside } = visibilityOf(membership)
  const visible = new Set(isInside ? [membership.me, ...partners].map(({ personId }) => personId) : [])
  return describeAgreement(ctx.db, id, (personId) => visible.has(personId))
}

export async function describeAgreement(db: Db, id: number, sees: (personId: number) => boolean): Promise<Agreement> {
  const [agreed] = await store.findAgreed(db, [id])
  const proposals = await store.findProposals(db, id)
  return {
    meetingsPerMonth: agreed?.meetingsPerMonth ?? null,
    agreedAt: agreed?.acceptedAt.toISOString() ?? null,
    proposals: proposals
      .filter(({ proposedBy }) => sees(proposedBy))
      .map((proposal) => ({
        id: proposal.id,
        meetingsPerMonth: proposal.meetingsPerMonth,
        proposedAt: proposal.proposedAt.toISOString(),
        proposedBy: proposal.proposedBy,
      })),
  }
}

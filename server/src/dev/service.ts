import { acceptSecondFactor, displayName, openSignIn, type Tokens } from '#accounts/public.ts'
import type { Db, PublicCtx, Claims } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Identity } from '#core/serve.ts'
import { executeRun, prepareRun } from '#matching/public.ts'
import { findAccounts, findPersonByEmail, findMatchedProjects } from './store.ts'

export async function listAccounts(db: Db) {
  const people = await findAccounts(db)
  return people.map(({ id, email, role, provider, disabledAt, ...names }) => ({
    id,
    email,
    display_name: displayName(names),
    role,
    provider,
    is_disabled: disabledAt !== null,
  }))
}

/** Signs in with one click instead of a password, which is public here anyway. */
export async function signInAs(ctx: PublicCtx, tokens: Tokens, { email, device }: { email: string; device: string }) {
  const personId = await findPersonByEmail(ctx.db, email)
  if (!personId) throw coreRefusal('core.not_found', { nonFieldErrors: ['There is no such account, or it is disabled.'] })
  return openSignIn(ctx, tokens, personId, device)
}

/** Gives the second factor with one click instead of an app, for people who may have one. */
export async function acceptSecondFactorAs(ctx: PublicCtx, identity: Identity, claims: Claims): Promise<void> {
  const actor = await identity.findActor(ctx.db, claims, ctx.now())
  if (!actor) throw coreRefusal('core.signed_out')
  if (!identity.can(actor, 'second_factor.use')) throw coreRefusal('core.forbidden')
  await acceptSecondFactor({ ...ctx, actor })
}

export const listMatchedProjects = (db: Db) => findMatchedProjects(db)

export async function prepareMatches(tools: { db: Db; now: () => Date }, projectKey: string) {
  const project = (await findMatchedProjects(tools.db)).find(({ key }) => key === projectKey)
  if (!project) throw coreRefusal('core.not_found', { nonFieldErrors: ['There is no such project, or it has no matching.'] })
  return { run: await prepareRun(tools, project.id), needsReview: project.needs_review }
}

export async function runMatches(ctx: PublicCtx, { run, needsReview }: Awaited<ReturnType<typeof prepareMatches>>) {
  const { proposalCount, proposals, leftOverCount, leftOver } = await executeRun(ctx, run, { dryRun: false })
  return {
    proposal_count: proposalCount,
    proposals: proposals.map(({ mentorName, menteeName, score }) => ({ mentor: mentorName, mentee: menteeName, score })),
    left_over_count: leftOverCount,
    left_over: leftOver.map(({ name, reason, criterion }) => ({ name, reason, criterion })),
    needs_review: needsReview,
  }
}

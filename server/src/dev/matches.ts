import type { Db, PublicCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { executeRun, prepareRun } from '#matching/public.ts'
import { findMatchedProjects } from './store.ts'

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

import type { ListenerCtx } from '#core/ctx.ts'
import { findProposalsOf } from './agreement/store.ts'
import { deleteCheckInsOf, findCheckInsOf } from './check-ins/store.ts'
import { deleteTracesOf, findWordsBy } from './farewell/store.ts'
import { leaveMentorship } from './lifecycle.ts'
import { showRequests } from './requests/requests.ts'
import { deleteRequestsOf, findRequestsOf, updateAnswersWithout } from './requests/store.ts'
import { updateStepsWithout } from './steps/store.ts'
import { findEveryMembership } from './store.ts'

/** Without the names of other members: those are their personal data. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  const memberships = await findEveryMembership(db, personId)
  const requests = await showRequests(db, await findRequestsOf(db, personId))
  const checkIns = await findCheckInsOf(db, personId)
  return {
    mentorships: memberships.map(({ id: _id, ...membership }) => membership),
    requests: requests.map(({ id: _id, personId: _personId, ...request }) => request),
    checkIns: checkIns.map(({ mentorshipId: _id, personId: _personId, ...checkIn }) => checkIn),
    proposals: await findProposalsOf(db, personId),
    farewells: await findWordsBy(db, personId),
  }
}

/** The membership row stays, and so does what was agreed; the others see a former member. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  for (const { id, leftAt } of await findEveryMembership(ctx.db, personId)) {
    if (leftAt === null) await leaveMentorship(ctx, id, personId, { isGone: true })
  }
  await deleteTracesOf(ctx.db, personId)
  await deleteRequestsOf(ctx.db, personId)
  await deleteCheckInsOf(ctx.db, personId)
  await updateAnswersWithout(ctx.db, personId)
  await updateStepsWithout(ctx.db, personId)
}

import type { PairRequest, RequestAnswer, RequestKind, RequestReason } from '@saathi/contract/mentorship/course-entities'
import { can } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, coreRefusal, notFound } from '#core/errors.ts'
import { lockMentorship } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockInside, requireWorkedOn } from '../access.ts'
import { leaveMentorship } from '../lifecycle.ts'
import * as store from './store.ts'

const noSuchRequest = () => notFound('mentorship.request_not_found')
const MAX_ANSWERS = 20

type NewRequest = { kind: RequestKind; reason: RequestReason; words: string }

/** The partner learns nothing: no notice, and no live event. */
export async function requestChange(ctx: Ctx, id: number, newRequest: NewRequest): Promise<PairRequest> {
  const { me } = await lockInside(ctx, id)
  if (me.part === 'pair_manager') throw coreRefusal('core.forbidden')
  const request = { ...newRequest, mentorshipId: id, personId: me.personId, askedAt: ctx.now() }
  const requestId = await store.insertRequest(ctx.db, request)
  if (requestId === null) throw conflict('mentorship.request_open')
  return showOne(ctx, requestId)
}

type RequestRef = { id: number; requestId: number }

/** Former members may call this, too, but their request is already closed. */
export async function withdrawRequest(ctx: Ctx, { id, requestId }: RequestRef): Promise<PairRequest> {
  const request = await store.lockRequest(ctx.db, requestId)
  if (request?.mentorshipId !== id || request.personId !== ctx.actor.personId) throw noSuchRequest()
  if (request.closedAt !== null) throw conflict('mentorship.request_closed')
  await store.updateRequestClosed(ctx.db, requestId, ctx.now())
  return showOne(ctx, requestId)
}

type Answer = { kind: RequestAnswer; words: string }

/** Lock the mentorship first, like everything that may end it. */
export async function answerRequest(ctx: Ctx, { id, requestId }: RequestRef, { kind, words }: Answer): Promise<PairRequest> {
  const mentorship = await requireWorkedOn(ctx, id)
  const endsIt = kind === 'rematch' || kind === 'end'
  if (endsIt && !can(ctx.actor, 'staff.mentorships', mentorship.projectId)) throw coreRefusal('core.forbidden')
  await lockMentorship(ctx.db, id)
  const request = await store.lockRequest(ctx.db, requestId)
  if (request?.mentorshipId !== id) throw noSuchRequest()
  if (request.closedAt !== null) throw conflict('mentorship.request_closed')
  if (kind === 'decline' && words === '') throw badInput('mentorship.words_missing')
  if (kind === 'talk' && (await store.findAnswers(ctx.db, [requestId])).length >= MAX_ANSWERS - 1) {
    throw conflict('mentorship.request_closed')
  }
  const answeredBy = ctx.actor.personId
  await store.insertAnswer(ctx.db, { requestId, kind, words, answeredAt: ctx.now(), answeredBy })
  if (kind !== 'talk') await store.updateRequestClosed(ctx.db, requestId, ctx.now())
  await notifyAnswered(ctx, request, { kind, words })
  // In a pair this ends the mentorship; a group continues without this mentee.
  if (endsIt) await leaveMentorship(ctx, id, request.personId)
  return showOne(ctx, requestId)
}

/** Closes all open requests without a notice, because the end of the mentorship has its own. */
export async function closeRequestsAnswered(ctx: Ctx, id: number, kind: RequestAnswer): Promise<void> {
  for (const { id: requestId } of await store.findOpenRequests(ctx.db, [id])) {
    const request = await store.lockRequest(ctx.db, requestId)
    if (request?.closedAt !== null) continue
    await store.insertAnswer(ctx.db, { requestId, kind, words: '', answeredAt: ctx.now(), answeredBy: ctx.actor.personId })
    await store.updateRequestClosed(ctx.db, requestId, ctx.now())
  }
}

async function notifyAnswered(ctx: Ctx, request: store.RequestRow, { kind, words }: Answer): Promise<void> {
  const { personId, mentorshipId } = request
  await notifyPerson(ctx, {
    personId,
    kind: 'mentorship',
    template: 'requestAnswered',
    values: { answer: { namesOf: [`notices.requestAnswered.${kind}`] }, words },
    link: '/mentorship',
  })
  ctx.push({ to: [personId], event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}

/** The member who sent the request. The act is recorded for them only, so that the partner does not see it. */
export async function findAsker(db: Db, { id, requestId }: RequestRef): Promise<number | null> {
  const request = await store.findRequest(db, requestId)
  return request?.mentorshipId === id ? request.personId : null
}

async function showOne({ db }: Pick<Ctx, 'db'>, requestId: number): Promise<PairRequest> {
  const request = await store.findRequest(db, requestId)
  const [shown] = await showRequests(db, request ? [request] : [])
  if (!shown) throw noSuchRequest()
  return shown
}

export async function showRequests(
  db: Db,
  requests: readonly store.RequestRow[],
): Promise<(PairRequest & { personId: number })[]> {
  const answers = Map.groupBy(
    await store.findAnswers(
      db,
      requests.map(({ id }) => id),
    ),
    ({ requestId }) => requestId,
  )
  return requests.map(({ id, personId, kind, reason, words, askedAt, closedAt }) => ({
    id,
    personId,
    kind,
    reason,
    words,
    askedAt: askedAt.toISOString(),
    isOpen: closedAt === null,
    answers: (answers.get(id) ?? []).map((each) => ({
      kind: each.kind,
      words: each.words,
      answeredAt: each.answeredAt.toISOString(),
    })),
  }))
}

import { Time } from '@saathi/contract/core/fields'
import { KeyText } from '@saathi/contract/content/draft-fields'
import { DraftKind } from '@saathi/contract/content/drafts'
import * as z from 'zod/mini'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { findContent, requireOwn, requireWritable } from './access.ts'
import * as store from './draft-store.ts'
import { findProblems } from './drafts.ts'
import { publish, requireReady } from './publish.ts'

const MAX_DAYS_AHEAD = 365

export async function scheduleDraft(ctx: Ctx, kind: DraftKind, key: string, { revision, at }: { revision: number; at: string }) {
  const content = await requireWritable(ctx, kind, key)
  const draft = await requireReady(ctx, content, revision)
  const time = new Date(at)
  const latest = ctx.now().getTime() + MAX_DAYS_AHEAD * 86_400_000
  if (time <= ctx.now() || time.getTime() > latest) throw badInput('content.bad_time')
  await store.updateDraft(ctx.db, draft.id, { scheduled_for: time })
  await ctx.enqueue(publishJob, { kind, key, at: time.toISOString() }, { runAt: time })
  return { scheduledFor: time.toISOString() }
}

export async function unscheduleDraft(ctx: Ctx, kind: DraftKind, key: string): Promise<void> {
  const { draft } = await requireOwn(ctx, kind, key)
  if (!draft?.scheduledFor) throw conflict('content.not_scheduled')
  await store.updateDraft(ctx.db, draft.id, { scheduled_for: null })
}

const Payload = z.strictObject({ kind: DraftKind, key: KeyText, at: Time })

/** Publishes a draft at the scheduled time. Does nothing if it was rescheduled or cancelled. */
export const publishJob = defineJob({
  name: 'programme.publish',
  payload: Payload,
  retry: { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 60,
  work: publishScheduled,
})

async function publishScheduled(ctx: ListenerCtx, { kind, key, at }: z.infer<typeof Payload>): Promise<void> {
  await store.lockDraft(ctx.db, kind, key)
  const content = await findContent({ db: ctx.db, now: ctx.now, actor: null }, kind, key)
  const time = content?.draft?.scheduledFor
  if (!content?.draft || time?.toISOString() !== new Date(at).toISOString()) return
  // The clock was set back since.
  if (withClockSlack(ctx.now()) < time) return ctx.enqueue(publishJob, { kind, key, at }, { runAt: time })
  const problems = await findProblems(ctx.db, content)
  if (problems.length === 0) await publish(ctx, content, content.draft, { way: 'version', by: null })
  // Publishing failed because of another change, such as a removed tag: return it to draft, where the author sees the problem.
  else await store.updateDraft(ctx.db, content.draft.id, { scheduled_for: null })
}

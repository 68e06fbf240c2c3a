import type { NudgeDropped, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson, personQuietUntil } from '#notices/public.ts'
import { publishWorkChanged } from '../publish.ts'
import { findObstacle, keyOf, readerKey } from './candidates.ts'
import { findPlans, type PlanRow } from './plans-store.ts'
import { collectCandidates, collectKnown, dayFrom } from './select.ts'
import * as store from './send-store.ts'
import { lockNudges } from './select-store.ts'
import { textFor } from './texts.ts'

/** Small enough that a crashed server has to repeat little work; no message is sent twice. */
const BATCH = 50

const planKey = (projectId: number, trigger: NudgeTrigger): string => `${projectId} ${trigger}`
const linkOf: Readonly<Record<NudgeTrigger, (mentorshipId: number) => `/${string}`>> = {
  unanswered: () => '/chat',
  no_first_meeting: (id) => `/mentorship?mentorship=${id}`,
  no_meeting: (id) => `/mentorship?mentorship=${id}`,
  check_in_open: (id) => `/mentorship?mentorship=${id}`,
  session_overdue: (id) => `/mentorship?mentorship=${id}`,
}

/**
 * Checks the next planned messages of today again and sends those that still apply. Messages and notices are in one transaction,
 * so a crash never sends one twice. Null when none is left.
 */
export async function sendBatch(ctx: ListenerCtx, after: number): Promise<number | null> {
  await lockNudges(ctx.db)
  const today = dayFrom(ctx.now(), 0)
  const due = await store.lockDue(ctx.db, today, after, BATCH)
  const judge = await prepareJudge(ctx, due, today)
  for (const nudge of due) {
    // Retried every ten minutes until the evening.
    if (await personQuietUntil(ctx, nudge.personId)) continue
    const why = judge.findWhyNot(nudge)
    if (why === null) await sendOne(ctx, nudge, judge.planOf(nudge), judge.languageOf(nudge))
    else await store.updateDropped(ctx.db, nudge.id, why)
  }
  await publishWorkChanged(
    ctx,
    due.map(({ projectId }) => projectId),
  )
  return due.length === BATCH ? (due.at(-1)?.id ?? null) : null
}

/** Loads everything needed to decide about these messages. */
async function prepareJudge(ctx: ListenerCtx, due: readonly store.DueNudge[], on: string) {
  const projectIds = [...new Set(due.map(({ projectId }) => projectId))]
  const plans = new Map((await findPlans(ctx.db, projectIds)).map((plan) => [planKey(plan.projectId, plan.trigger), plan]))
  const planOf = ({ projectId, trigger }: store.DueNudge): PlanRow | undefined => plans.get(planKey(projectId, trigger))
  const pairIds = [...new Set(due.map(({ mentorshipId }) => mentorshipId))]
  const timings = new Map([...plans.values()].map((plan) => [plan.trigger, { ...plan, afterDays: 0 }]))
  const found = await collectCandidates(ctx, pairIds, timings, ctx.now())
  const stillTrue = new Set(found.candidates.map(keyOf))
  const ids = new Set(due.map(({ id }) => id))
  const without = ({ id }: { id: number }) => ids.has(id)
  const known = await collectKnown(ctx, { candidates: due, readers: found.readers }, { on, sendsAt: ctx.now(), without })
  function findWhyNot(nudge: store.DueNudge): NudgeDropped | null {
    const plan = planOf(nudge)
    if (!plan?.isOn) return 'plan_off'
    const obstacle = findObstacle(nudge, plan, known)
    if (obstacle !== null && obstacle !== 'not_yet') return obstacle
    return obstacle === null && stillTrue.has(keyOf(nudge)) ? null : 'fact_gone'
  }
  const languageOf = (nudge: store.DueNudge): string => known.readers.get(readerKey(nudge))?.language ?? 'en'
  return { planOf, findWhyNot, languageOf }
}

async function sendOne(ctx: ListenerCtx, nudge: store.DueNudge, plan: PlanRow | undefined, language: string): Promise<void> {
  const { id, trigger, personId, mentorshipId } = nudge
  const { title, text } = textFor(trigger, plan?.texts ?? [], language)
  await store.updateSent(ctx.db, id, { title, text, now: ctx.now() })
  await notifyPerson(ctx, {
    personId,
    kind: 'nudges',
    template: 'nudge',
    values: { title, words: text },
    link: linkOf[trigger](mentorshipId),
    onceKey: `nudge ${id}`,
  })
}

import { DAY_MS } from '@saathi/contract/core/time'
import type { Case } from '@saathi/contract/safety/case-entities'
import { scopeOf } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, badInput } from '#core/errors.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockOpenCase, lockOwnCase } from './access.ts'
import { alertAgain, findDeskOf, publishCaseChanged } from './alerts.ts'
import {
  type AnsweredCase,
  countQueue,
  findAnswered,
  findQueue,
  lockNextFree,
  type QueueQuery,
  updateCase,
} from './case-store.ts'
import { appendEvent } from './chronology-store.ts'
import { showCase, showRows } from './show-case.ts'

const FIGURES_MS = 30 * DAY_MS

const readerOf = ({ actor }: Ctx) => ({ scope: scopeOf(actor, 'staff.safety'), readerId: actor.personId })

export async function listCases(ctx: Ctx, { show, page, size }: Pick<QueueQuery, 'show'> & { page: number; size: number }) {
  const reader = readerOf(ctx)
  // Fetch one more than is shown, to know whether there are more.
  const rows = await findQueue(ctx.db, { ...reader, show }, { skip: (page - 1) * size, limit: size + 1 })
  const answered = await findAnswered(ctx.db, reader, new Date(ctx.now().getTime() - FIGURES_MS))
  return {
    cases: await showRows(ctx, rows.slice(0, size)),
    hasNextPage: rows.length > size,
    counts: await countQueue(ctx.db, reader, ctx.now()),
    figures: {
      urgentMedianMinutes: medianOf(answered.filter(({ isUrgent }) => isUrgent)),
      normalMedianMinutes: medianOf(answered.filter(({ isUrgent }) => !isUrgent)),
      answered: answered.length,
      answeredInTime: answered.filter(({ isInTime }) => isInTime).length,
    },
  }
}

function medianOf(answered: readonly AnsweredCase[]): number | null {
  const minutes = answered.map((each) => each.minutes).toSorted((a, b) => a - b)
  const middle = minutes[Math.floor(minutes.length / 2)]
  return middle === undefined ? null : Math.round(middle)
}

export const countWaiting = async (ctx: Ctx): Promise<number> => (await countQueue(ctx.db, readerOf(ctx), ctx.now())).free

const SHOWN_URGENT = 20

/** Urgent open cases for the worklist, without their content. */
export async function findUrgentCases(ctx: Ctx) {
  const open = await findQueue(ctx.db, { ...readerOf(ctx), show: 'open' }, { skip: 0, limit: SHOWN_URGENT })
  const urgent = open.filter(({ isUrgent, answeredAt }) => isUrgent && answeredAt === null)
  const shown = await showRows(ctx, urgent)
  return urgent.map(({ id, openedAt }) => {
    const row = shown.find((each) => each.id === id)
    return {
      id,
      programme: row?.programme ?? null,
      openedAt: openedAt.toISOString(),
      takenBy: row?.takenBy?.name ?? null,
    }
  })
}

export async function takeNextCase(ctx: Ctx): Promise<{ id: number | null }> {
  const id = await lockNextFree(ctx.db, readerOf(ctx))
  if (id !== null) await take(ctx, id)
  return { id }
}

async function take(ctx: Ctx, id: number): Promise<void> {
  await updateCase(ctx.db, id, { taken_by: ctx.actor.personId, taken_at: ctx.now() })
  await appendEvent(ctx, id, { kind: 'taken', by: ctx.actor.personId })
  await publishCaseChanged(ctx, id)
}

export async function takeCase(ctx: Ctx, id: number): Promise<Case> {
  const found = await lockOpenCase(ctx, id)
  if (found.takenBy !== null && found.takenBy !== ctx.actor.personId) throw conflict('safety.case_taken')
  if (found.takenBy === null) await take(ctx, id)
  return showCase(ctx, id)
}

export async function releaseCase(ctx: Ctx, id: number): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  await updateCase(ctx.db, id, { taken_by: null, taken_at: null })
  await appendEvent(ctx, id, { kind: 'released', by: ctx.actor.personId })
  await alertAgain(ctx, { ...found, takenBy: null }, ctx.actor.personId)
  await publishCaseChanged(ctx, id)
  return showCase(ctx, id)
}

export async function giveCase(ctx: Ctx, id: number, toPersonId: number): Promise<Case> {
  const found = await lockOpenCase(ctx, id)
  if (found.takenBy !== null && found.takenBy !== ctx.actor.personId) throw forbidden('safety.case_not_yours')
  const [colleague] = await findDeskOf(ctx, found, toPersonId)
  if (!colleague) throw badInput('safety.colleague_cannot')
  await updateCase(ctx.db, id, { taken_by: toPersonId, taken_at: ctx.now() })
  await appendEvent(ctx, id, { kind: 'given', by: ctx.actor.personId, person: toPersonId })
  await notifyPerson(ctx, {
    personId: toPersonId,
    kind: 'help',
    template: found.isUrgent ? 'safetyUrgent' : 'safetyWaiting',
    values: {},
    link: `/staff/safety/${id}`,
    onceKey: `safety ${id} given ${ctx.now().toISOString()}`,
  })
  await publishCaseChanged(ctx, id)
  return showCase(ctx, id)
}

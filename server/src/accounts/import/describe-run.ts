import { ImportRun } from '@saathi/contract/accounts/import-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { displayName } from '../service.ts'
import { UNDO_DAYS } from './access.ts'
import type { RunRow } from './store.ts'

const asText = (time: Date | null) => time?.toISOString() ?? null

export function describeRun({ actor, now }: Pick<Ctx, 'actor' | 'now'>, run: RunRow): ImportRun {
  const { startedBy, firstName, lastName, doneAt, stopAskedAt } = run
  const undoUntil = doneAt && run.state === 'done' ? new Date(doneAt.getTime() + UNDO_DAYS * DAY_MS) : null
  return ImportRun.parse({
    ...run,
    by: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
    isOwn: startedBy === actor.personId,
    rowCount: run.rowCount ?? 0,
    counts: run,
    kept: { ...run, updated: run.keptUpdates },
    createdAt: run.createdAt.toISOString(),
    checkedAt: run.checkedAt.toISOString(),
    isStopping: stopAskedAt !== null && run.state === 'running',
    doneAt: asText(doneAt),
    inviteAt: asText(run.inviteAt),
    undoUntil: undoUntil && undoUntil > now() ? undoUntil.toISOString() : null,
    undoneAt: asText(run.undoneAt),
  })
}

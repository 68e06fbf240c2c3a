import { DAYS_AHEAD } from '@saathi/contract/calendar/slots'
import type { Span } from '@saathi/contract/calendar/spans'
import { DAY_MS } from '@saathi/contract/core/time'
import type { JobTools } from '#core/jobs/define-job.ts'
import type { IntegrationRow } from '../integration/store.ts'
import { type PersonalCalendar, ProviderFailure } from '../providers/provider.ts'
import { findNames } from '../sync/store.ts'
import { isDue } from './store.ts'

/** A day more than is offered, because the times are used until they are read again. */
const WINDOW_MS = (DAYS_AHEAD + 1) * DAY_MS

/**
 * When the owner is busy, if they allow us to read it and it is due. Failing to read is only logged, unless access was revoked:
 * events are pushed all the same, and what was read before counts until it expires.
 */
export async function fetchBusyTimes(
  { db, now, log }: JobTools,
  { id, email }: IntegrationRow,
  open: () => Promise<PersonalCalendar>,
): Promise<Span[] | null> {
  if (!(await isDue(db, now(), id))) return null
  const from = now().getTime()
  try {
    const calendar = await open()
    const own = new Set(await findNames(db, id))
    return await calendar.findBusy({ window: { from, until: from + WINDOW_MS }, own, email })
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind === 'revoked') throw error
    log.warn({ integration: id, reason: error.message }, 'calendar: busy times could not be read')
    return null
  }
}

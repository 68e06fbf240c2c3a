import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import type { DraftField } from './events/draft.ts'

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** No reply arrived, so the request may or may not have been carried out. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Field errors that only the server can find, in our own texts, because the server's are in one language. */
const byWireName: Readonly<Record<string, { field: DraftField; text: TextKey }>> = {
  title: { field: 'title', text: 'calendar.problem.plain' },
  description: { field: 'description', text: 'calendar.problem.plain' },
  is_pair_group_call: { field: 'isPairGroupCall', text: 'calendar.problem.refused' },
  scheduled_time: { field: 'date', text: 'calendar.problem.otherDay' },
  time_zone: { field: 'time', text: 'calendar.problem.refused' },
  event_frequency: { field: 'eventFrequency', text: 'calendar.problem.notForThis' },
  repeat_end_date: { field: 'repeatEndDate', text: 'calendar.problem.tooMany' },
  session_id: { field: 'sessionId', text: 'calendar.problem.session' },
  session_name: { field: 'sessionId', text: 'calendar.problem.session' },
}

/** The fields that the server rejected. */
export function refusedFields(error: Error | null): Partial<Record<DraftField, TextKey>> {
  const refused: Partial<Record<DraftField, TextKey>> = {}
  if (!(error instanceof ApiError)) return refused
  for (const name of Object.keys(error.errors ?? {})) {
    const known = byWireName[name]
    if (known) refused[known.field] = known.text
  }
  return refused
}

const byCode: Readonly<Record<string, TextKey>> = {
  'calendar.full': 'calendar.refused.full',
  'calendar.paused': 'findTime.paused',
  'calendar.over': 'calendar.refused.old',
  'calendar.changed': 'calendar.refused.old',
  'calendar.proposal_closed': 'calendar.refused.old',
  'calendar.not_yours': 'calendar.refused.notYours',
  'calendar.event_not_found': 'calendar.refused.gone',
}

export const refusalText = (error: Error): TextKey =>
  (error instanceof ApiError ? byCode[error.code] : undefined) ?? errorTextKey(error)

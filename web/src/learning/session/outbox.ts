import type { TextKey } from '@saathi/contract/texts'

/** Outbox queue of one session: its entries are sent in order. */
export const sessionLineOf = ({ session, mentorship }: { session: number; mentorship?: number | undefined }): string =>
  `learning.${session}.${mentorship ?? ''}`

/** Refusal texts for all outbox kinds of a session. */
const reasons: Readonly<Record<string, TextKey>> = {
  'learning.session_not_found': 'outbox.why.gone',
  'learning.step_not_found': 'outbox.why.gone',
  'learning.step_elsewhere': 'outbox.why.gone',
  'learning.quiz_not_found': 'outbox.why.gone',
  'learning.quiz_elsewhere': 'outbox.why.gone',
  'learning.not_begun': 'outbox.why.notBegun',
  'learning.quiz_open': 'outbox.why.quiz',
  'learning.steps_open': 'outbox.why.steps',
  'learning.retake_not_allowed': 'outbox.why.answered',
  'learning.answers_rejected': 'outbox.why.answers',
  'learning.walk_closed': 'learning.session.closed',
  'learning.curriculum_locked': 'learning.session.locked',
}

export const refusalTextOf = (code: string): TextKey | undefined => (Object.hasOwn(reasons, code) ? reasons[code] : undefined)

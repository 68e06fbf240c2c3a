import * as z from 'zod/mini'
import { MaintenanceChanged, ProfileChanged, SignInEnded } from './accounts/live.ts'
import { CalendarChanged, IntegrationChanged } from './calendar/live.ts'
import { LikeChanged } from './feed/live.ts'
import { HelpChanged } from './help/live.ts'
import { BookmarkChanged, ProgressChanged } from './learning/live.ts'
import { MatchesChanged } from './matching/live.ts'
import { MentorshipChanged, WalkChanged } from './mentorship/live.ts'
import { NoticesChanged } from './notices/live.ts'
import { SurveyChanged } from './surveys/live.ts'
import { CallsChanged, HistoryChanged } from './video/live.ts'

/** The live line has accepted the token; what happened before this must be read again. */
const Ready = z.object({ type: z.literal('core.ready') })
const Refused = z.object({ type: z.literal('core.refused'), code: z.string() })

/** Everything the server may push over /ws/live/. One line per event; the room owns its shape. */
export const LiveEvent = z.discriminatedUnion('type', [
  Ready,
  Refused,
  SignInEnded,
  ProfileChanged,
  MaintenanceChanged,
  NoticesChanged,
  BookmarkChanged,
  ProgressChanged,
  SurveyChanged,
  LikeChanged,
  HelpChanged,
  MentorshipChanged,
  WalkChanged,
  MatchesChanged,
  CalendarChanged,
  IntegrationChanged,
  CallsChanged,
  HistoryChanged,
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** All a browser may say on /ws/live/: who it is, first and again whenever its token is renewed. */
export const LiveCommand = z.strictObject({
  type: z.literal('core.authenticate'),
  accessToken: z.string().check(z.maxLength(4096)),
})
export type LiveCommand = z.infer<typeof LiveCommand>

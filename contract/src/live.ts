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

/** The token was accepted; anything that happened before must be refetched. */
const Ready = z.object({ type: z.literal('core.ready') })
const Refused = z.object({ type: z.literal('core.refused'), code: z.string() })

/** Every event the server may send over /ws/live/. Each domain defines the shape of its own. */
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

/** The only command on /ws/live/: authenticates at first, and again whenever the token is renewed. */
export const LiveCommand = z.strictObject({
  type: z.literal('core.authenticate'),
  accessToken: z.string().check(z.maxLength(4096)),
})
export type LiveCommand = z.infer<typeof LiveCommand>

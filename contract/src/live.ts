import * as z from 'zod/mini'
import { Id, Time } from './core/fields.ts'

/** Every event the server may send over /ws/live/, by domain. Most only tell clients what to refetch. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** The token was accepted. Events before this were not received, so clients must refetch. */
  z.object({ type: z.literal('core.ready') }),
  z.object({ type: z.literal('core.refused'), code: z.string() }),

  /** This sign-in has ended: clear everything and go to the sign-in page. */
  z.object({ type: z.literal('accounts.sign_in_ended') }),
  /** The viewer's own profile or status changed. */
  z.object({ type: z.literal('accounts.profile_changed') }),
  /** Sent to everyone, signed in or not: maintenance has started or ended. */
  z.object({
    type: z.literal('accounts.maintenance_changed'),
    underMaintenance: z.boolean(),
    maintenance: z.optional(z.object({ message: z.string(), until: z.nullable(Time) })),
  }),

  /** A notice arrived or was read, here or in another tab. */
  z.object({ type: z.literal('notices.changed'), unreadCount: z.int() }),

  /** A message was written or read in the person's conversation with the team. */
  z.object({ type: z.literal('help.changed') }),
  /** For staff who may answer: a conversation changed, or a colleague opened it, writes in it or left it. */
  z.object({ type: z.literal('help.case_changed'), case: Id }),

  /** A post was liked or unliked in another tab of the same person. */
  z.object({ type: z.literal('feed.like_changed'), id: Id, feedLikes: z.int(), isLiked: z.boolean() }),

  /** A bookmark was set or cleared on another device or in another tab. */
  z.object({ type: z.literal('learning.bookmark_changed'), session: Id, isBookmarked: z.boolean() }),
  /** A session was started, advanced or completed, in this or another tab. */
  z.object({ type: z.literal('learning.progress_changed'), session: Id }),

  /** A stage was submitted, in this or another tab. */
  z.object({ type: z.literal('surveys.survey_changed'), survey: Id }),

  /** One of the viewer's mentorships started, ended, or changed its members. */
  z.object({ type: z.literal('mentorship.changed'), mentorship: Id }),
  /** A member's progress changed. Contains neither person nor step; clients refetch what they may see. */
  z.object({ type: z.literal('mentorship.progress_changed'), mentorship: Id, session: Id }),

  /** Offers, answers or the group of the viewer have changed. */
  z.object({ type: z.literal('matching.changed') }),

  /** Events of this mentorship changed. */
  z.object({ type: z.literal('calendar.changed'), mentorship: Id }),
  /** The viewer's connection to a personal calendar changed. */
  z.object({ type: z.literal('calendar.integration_changed') }),

  /** A call of this channel started or ended. */
  z.object({ type: z.literal('video.calls_changed'), channel: Id }),
  /** A recorded call of this channel became available or was removed; a rating may be due. */
  z.object({ type: z.literal('video.history_changed'), channel: Id }),

  /** One of the viewer's reports was answered, or sent in another tab. */
  z.object({ type: z.literal('safety.reports_changed') }),
  /** The viewer blocked somebody or took it back, perhaps in another tab. */
  z.object({ type: z.literal('safety.blocks_changed') }),
  /** For staff: rows of the worklist opened, closed or changed hands, or a colleague opened one. */
  z.object({ type: z.literal('worklist.changed') }),

  /** For the desk: this case is new or changed. */
  z.object({ type: z.literal('safety.case_changed'), case: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** The only command on /ws/live/: authenticates after connecting, and again whenever the token is renewed. */
export const LiveCommand = z.strictObject({
  type: z.literal('core.authenticate'),
  accessToken: z.string().check(z.maxLength(4096)),
})
export type LiveCommand = z.infer<typeof LiveCommand>

import { CALL_NAMES_MAX } from '@saathi/contract/accounts/next-facts'
import { can, findExperiences } from '#accounts/public.ts'
import type { Domain } from '#core/domain.ts'
import { videoJobs } from './jobs.ts'
import { openVideo } from './open-video.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { videoPurposes } from './access.ts'
import { videoRoutes } from './routes.ts'
import { listRooms } from './call/show-room.ts'
import { countFailed } from './staff/staff.ts'
import { addMeetings, countMeetings } from './work-facts.ts'

export const video: Domain = {
  name: 'video',
  routes: videoRoutes,
  openSocket: openVideo,
  jobs: videoJobs,
  filePurposes: videoPurposes,
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.video')) waiting.recordings = await countFailed(ctx)
  },
  addPairFacts: ({ db }, pairs) => addMeetings(db, pairs),
  countMeetings: ({ db }, mentorshipId) => countMeetings(db, mentorshipId),
  addNextFacts: async (ctx, facts) => {
    if ((await findExperiences(ctx.db, ctx.actor.personId)).video !== 'use') return
    for (const { room, people, startTime } of await listRooms(ctx)) {
      const isIn = people.some(({ userId }) => userId === ctx.actor.personId)
      const names = people.slice(0, CALL_NAMES_MAX).map(({ name }) => name)
      if (!isIn && names.length > 0) facts.call ??= { room, names, since: startTime }
    }
  },
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}

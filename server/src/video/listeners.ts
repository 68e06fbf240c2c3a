import { findExperiences } from '#accounts/public.ts'
import type { Listeners } from '#core/events.ts'
import { insertDemoCalls } from './demo.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { listRooms } from './show-room.ts'

export const videoListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => insertDemoCalls(ctx, newMentorships),
  'accounts.next_step_asked': async (ctx, { actor, facts }) => {
    if ((await findExperiences(ctx.db, actor.personId)).video !== 'use') return
    for (const { room, people, startTime } of await listRooms({ ...ctx, actor })) {
      const isIn = people.some(({ userId }) => userId === actor.personId)
      const names = people.map(({ name }) => name)
      if (!isIn && names.length > 0) facts.call ??= { room, names, since: startTime }
    }
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['video'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}

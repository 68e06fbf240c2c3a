import { can } from '#accounts/public.ts'
import { countHeld } from '#chat/public.ts'
import type { Domain } from '#core/domain.ts'
import { alertJob } from './alerts.ts'
import { openDangerCase, openEndingCase } from './danger.ts'
import { countWaiting, findUrgentCases } from './desk.ts'
import { safetyRoutes } from './routes.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { followPause } from './steps/effects.ts'
import { endStepJob } from './steps/steps.ts'

export const safety: Domain = {
  name: 'safety',
  routes: safetyRoutes,
  jobs: [alertJob, endStepJob],
  listeners: {
    'help.concern_raised': (ctx, concern) => openDangerCase(ctx, concern),
    'mentorship.pause_changed': (ctx, pause) => followPause(ctx, pause),
    'mentorship.ended_unsafe': (ctx, ended) => openEndingCase(ctx, ended),
  },
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.safety')) waiting.safety = (await countWaiting(ctx)) + (await countHeld(ctx))
  },
  findUrgentCases: async (ctx) => (can(ctx.actor, 'staff.safety') ? findUrgentCases(ctx) : []),
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}

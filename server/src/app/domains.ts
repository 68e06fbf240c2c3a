import { accounts } from '#accounts/domain.ts'
import { calendar } from '#calendar/domain.ts'
import { chat } from '#chat/domain.ts'
import { content } from '#content/domain.ts'
import { clientErrorRoutes, deleteOldClientErrorsJob } from '#core/monitoring/client-error-routes.ts'
import type { Domain } from '#core/domain.ts'
import { deleteBytesJob, sweepFilesJob } from '#core/files/jobs.ts'
import { filesParts } from '#core/files/privacy.ts'
import { ownPurposes, type Purposes } from '#core/files/purposes.ts'
import { filesRoutes } from '#core/files/routes.ts'
import { readSeveralRoutes } from '#core/http/read-several.ts'
import { checkStaffActsJob, deleteOldRepliesJob } from '#core/jobs/upkeep.ts'
import type { Engines } from '#core/jobs/define-job.ts'
import { sweepThrottlesJob } from '#core/limits/require-within-limits.ts'
import { feed } from '#feed/domain.ts'
import { help } from '#help/domain.ts'
import { learning } from '#learning/domain.ts'
import { matching } from '#matching/domain.ts'
import { mentorship } from '#mentorship/domain.ts'
import { notices } from '#notices/domain.ts'
import { programme } from '#programme/domain.ts'
import { questions } from '#questions/domain.ts'
import { safety } from '#safety/domain.ts'
import { staff } from '#staff/domain.ts'
import { surveys } from '#surveys/domain.ts'
import { video } from '#video/domain.ts'
import { worklist } from '#worklist/domain.ts'

const files: Domain = {
  ...filesParts,
  routes: filesRoutes,
  jobs: [deleteBytesJob, sweepFilesJob],
  filePurposes: ownPurposes,
}

const core: Domain = {
  name: 'core',
  routes: async (app, services) => {
    await clientErrorRoutes(app, services)
    await readSeveralRoutes(app)
  },
  jobs: [deleteOldRepliesJob, checkStaffActsJob, sweepThrottlesJob, deleteOldClientErrorsJob],
}

const beforeCalendar = [core, accounts, notices, help, questions, content, feed, learning, surveys, mentorship, matching]
const afterCalendar = [chat, video, safety, worklist, staff, programme]

/** In order: a domain may rely on earlier ones. Files are last, because rows of other domains reference them. */
export const domainsWith = ({ calendars }: Engines): readonly Domain[] => [
  ...beforeCalendar,
  calendar(calendars),
  ...afterCalendar,
  files,
]

/** Needed before the engines exist. In this order: later domains extend the rules of earlier ones. */
export const filePurposes: Purposes = Object.assign(
  {},
  ...[files, ...beforeCalendar, ...afterCalendar].map((domain) => domain.filePurposes),
)

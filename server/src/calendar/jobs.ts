import { forgetCancelledJob } from './forget-job.ts'
import { removalJob } from './removal-job.ts'
import { remindJob } from './remind.ts'
import { syncJobs } from './sync-jobs.ts'

export const calendarJobs = [remindJob, removalJob, forgetCancelledJob, ...syncJobs]

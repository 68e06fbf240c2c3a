import { forgetCancelledJob } from './forget-job.ts'
import { partJob } from './parting-job.ts'
import { remindJob } from './remind.ts'
import { syncJobs } from './sync-jobs.ts'

export const calendarJobs = [remindJob, partJob, forgetCancelledJob, ...syncJobs]

import { foundJob } from './found-job.ts'
import { startGroupJob } from './group-time.ts'
import { expireJob, remindJob } from './turn.ts'

export const transitionJobs = [foundJob, expireJob, remindJob, startGroupJob]

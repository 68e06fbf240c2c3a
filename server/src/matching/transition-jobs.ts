import { matchesFoundJob } from './matches-found-job.ts'
import { startGroupJob } from './start-group-job.ts'
import { expireJob, remindJob } from './turn.ts'

export const transitionJobs = [matchesFoundJob, expireJob, remindJob, startGroupJob]

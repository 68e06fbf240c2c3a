import { matchesFoundJob } from './matches-found-job.ts'
import { runJobs } from './run-job.ts'
import { startGroupJob } from './start-group-job.ts'
import { expireJob, remindJob } from './turn.ts'

const transitionJobs = [matchesFoundJob, expireJob, remindJob, startGroupJob]

export const matchingJobs = [...runJobs, ...transitionJobs]

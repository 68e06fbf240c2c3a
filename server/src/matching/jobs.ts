import { matchesFoundJob } from './offers/matches-found-job.ts'
import { runJobs } from './run/job.ts'
import { startGroupJob } from './groups/start.ts'
import { expireJob, remindJob } from './offers/turn.ts'

const transitionJobs = [matchesFoundJob, expireJob, remindJob, startGroupJob]

export const matchingJobs = [...runJobs, ...transitionJobs]

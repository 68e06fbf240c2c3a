import { runJobs } from './run-job.ts'
import { transitionJobs } from './transition-jobs.ts'

export const matchingJobs = [...runJobs, ...transitionJobs]

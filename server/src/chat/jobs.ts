import { answerJob, concernJob } from './assistant-job.ts'
import { tellAwayJob } from './away-job.ts'
import { broadcastJob } from './broadcast-job.ts'
import { forgetPreviewsJob } from './preview-job.ts'
import { forgetUnsentJob } from './unsent-job.ts'

export const chatJobs = [answerJob, concernJob, tellAwayJob, broadcastJob, forgetPreviewsJob, forgetUnsentJob]

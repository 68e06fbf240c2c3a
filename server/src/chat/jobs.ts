import { answerJob, concernJob } from './assistant-job.ts'
import { notifyAwayJob } from './away-job.ts'
import { broadcastJob } from './broadcast-job.ts'
import { deletePreviewsJob } from './preview-job.ts'
import { deleteUnsentJob } from './unsent-job.ts'

export const chatJobs = [answerJob, concernJob, notifyAwayJob, broadcastJob, deletePreviewsJob, deleteUnsentJob]

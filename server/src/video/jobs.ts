import { forgetMeetingsJob } from './forget-job.ts'
import { makeMeetingJob } from './make-meeting-job.ts'
import { notifyRatingsDueJob } from './summary-notices.ts'

export const videoJobs = [makeMeetingJob, forgetMeetingsJob, notifyRatingsDueJob]

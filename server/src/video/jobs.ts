import { forgetMeetingsJob } from './forget-job.ts'
import { makeMeetingJob } from './make-meeting-job.ts'

export const videoJobs = [makeMeetingJob, forgetMeetingsJob]

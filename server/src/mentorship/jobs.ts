import { deadlineJob } from './deadline-job.ts'

export const mentorshipJobs = [deadlineJob]

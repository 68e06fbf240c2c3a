import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import type { FileStore } from './file-store.ts'
import { sweepFiles } from './sweep.ts'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    fileStore: FileStore
  }
}

export const sweepFilesJob = definePreparedJob({
  name: 'core.sweep_files',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 3600,
  everyDayAt: '03:10',
  prepare: ({ db, log, engines, signal }) => sweepFiles({ db, store: engines.fileStore, log, signal }),
  work: async () => {},
})

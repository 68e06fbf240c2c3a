import { Worker } from 'node:worker_threads'
import { coreRefusal, Refusal } from '#core/errors.ts'
import { restrictDecoder } from './restrict-decoder.ts'

const AT_ONCE = 2
const LONGEST_QUEUE = 40
const LONGEST_SECONDS = 15

/** A GIF stays one where it moves and can be played; otherwise it becomes a PNG. */
export type Becomes = 'jpeg' | 'png' | 'webp' | 'gif'

export type ImageJob = {
  bytes: Uint8Array
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  /** `small` where nothing but the small picture is wanted. */
  becomes: Becomes | 'small'
  seconds: number
}
export type ImageResult = { bytes: Uint8Array; became: Becomes; width: number; height: number; thumbnail: Uint8Array }
export type ImageOutcome = ({ problem?: undefined } & ImageResult) | { problem: 'unreadable' | 'too_many_pixels' | undefined }
export type ImageDesk = { encode: (job: Omit<ImageJob, 'seconds'>) => Promise<ImageResult> }

/** Pictures are taken in turn, two at a time, each in a thread of its own that is ended when it takes too long. */
export function imageDesk({ longestSeconds = LONGEST_SECONDS } = {}): ImageDesk {
  const waiting: (() => void)[] = []
  let busy = 0

  async function takeTurn() {
    if (busy < AT_ONCE) {
      busy += 1
      return
    }
    if (waiting.length >= LONGEST_QUEUE) throw coreRefusal('core.unavailable', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function giveTurn() {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return {
    async encode(job) {
      await takeTurn()
      try {
        await restrictDecoder()
        return resultOf(await runWorker({ ...job, seconds: longestSeconds }))
      } finally {
        giveTurn()
      }
    },
  }
}

function resultOf(outcome: ImageOutcome): ImageResult {
  if ('bytes' in outcome) return outcome
  if (outcome.problem === 'too_many_pixels') {
    throw new Refusal(413, 'files.too_many_pixels', 'This picture has more pixels than we can take.')
  }
  throw new Refusal(422, 'files.unreadable', 'This picture cannot be opened. It may be damaged.')
}

const workerFile = new URL('image-worker.ts', import.meta.url)

/** Out of time or out of memory is the picture's fault, and answers like one that cannot be read. */
async function runWorker(job: ImageJob): Promise<ImageOutcome> {
  const worker = new Worker(workerFile, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 256 } })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ImageOutcome>((resolve, reject) => {
      timer = setTimeout(() => resolve({ problem: 'unreadable' }), job.seconds * 1000)
      worker.once('message', resolve)
      worker.once('error', (error) => (isOutOfMemory(error) ? resolve({ problem: 'unreadable' }) : reject(error)))
      worker.once('exit', () => resolve({ problem: 'unreadable' }))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

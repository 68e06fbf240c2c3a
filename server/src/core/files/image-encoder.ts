import { coreRefusal, Refusal } from '#core/errors.ts'
import { imageProcesses } from './image-processes.ts'

const CONCURRENCY = 2
const MAX_WAITING = 40
const TIMEOUT_SECONDS = 15

/** An animated GIF stays a GIF if it can be played; otherwise it becomes a PNG. */
export type OutputFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export type ImageJob = {
  bytes: Uint8Array
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  /** `small` if only the thumbnail is needed. */
  becomes: OutputFormat | 'small'
}
export type ImageResult = { bytes: Uint8Array; became: OutputFormat; width: number; height: number; thumbnail: Uint8Array }
export type ImageOutcome = ({ problem?: undefined } & ImageResult) | { problem: 'unreadable' | 'too_many_pixels' | undefined }
export type ImageEncoder = { encode: (job: ImageJob) => Promise<ImageResult> }

/** Encodes two pictures at a time, each in a process that is killed if it takes too long. */
export function imageEncoder({ timeoutSeconds = TIMEOUT_SECONDS } = {}): ImageEncoder {
  const processes = imageProcesses()
  const waiting: (() => void)[] = []
  let busy = 0

  async function acquire() {
    if (busy < CONCURRENCY) {
      busy += 1
      return
    }
    if (waiting.length >= MAX_WAITING) throw coreRefusal('core.unavailable', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return {
    async encode(job) {
      await acquire()
      try {
        return requireResult(await processes.run(job, timeoutSeconds))
      } finally {
        release()
      }
    },
  }
}

function requireResult(outcome: ImageOutcome): ImageResult {
  if ('bytes' in outcome) return outcome
  if (outcome.problem === 'too_many_pixels') {
    throw new Refusal(413, 'files.too_many_pixels')
  }
  throw new Refusal(422, 'files.unreadable')
}

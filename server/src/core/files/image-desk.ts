import { coreRefusal, Refusal } from '#core/errors.ts'
import { imageProcesses } from './image-processes.ts'

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
}
export type ImageResult = { bytes: Uint8Array; became: Becomes; width: number; height: number; thumbnail: Uint8Array }
export type ImageOutcome = ({ problem?: undefined } & ImageResult) | { problem: 'unreadable' | 'too_many_pixels' | undefined }
export type ImageDesk = { encode: (job: ImageJob) => Promise<ImageResult> }

/** Pictures are taken in turn, two at a time, each in a process that is ended when it takes too long. */
export function imageDesk({ longestSeconds = LONGEST_SECONDS } = {}): ImageDesk {
  const processes = imageProcesses()
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
        return resultOf(await processes.run(job, longestSeconds))
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

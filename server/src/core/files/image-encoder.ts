import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { coreRefusal, Refusal } from '#core/errors.ts'

const CONCURRENCY = 2
/** Ensures that one person's slow pictures never occupy all processes or the whole queue. */
const CONCURRENCY_PER_PERSON = 1
const MAX_WAITING = 40
const MAX_WAITING_PER_PERSON = 20
const TIMEOUT_SECONDS = 15

/** An animated GIF stays a GIF if it can be played; otherwise it becomes a PNG. */
export type OutputFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export type ImageJob = {
  bytes: Uint8Array
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'
  /** `small` if only the thumbnail is needed. */
  becomes: OutputFormat | 'small'
}
type ImageResult = { bytes: Uint8Array; became: OutputFormat; width: number; height: number; thumbnail: Uint8Array }
export type ImageOutcome = ({ problem?: undefined } & ImageResult) | { problem: 'unreadable' | 'too_many_pixels' | undefined }
export type ImageEncoder = { encode: (job: ImageJob, personId: number) => Promise<ImageResult> }

/** Encodes two pictures at a time, of different people, each in a process that is killed if it takes too long. */
export function imageEncoder({ timeoutSeconds = TIMEOUT_SECONDS } = {}): ImageEncoder {
  const processes = imageProcesses()
  const waiting: { personId: number; start: () => void }[] = []
  const busy: number[] = []
  const countOf = (personId: number, people: readonly number[]) => people.filter((each) => each === personId).length
  const mayStart = (personId: number) => busy.length < CONCURRENCY && countOf(personId, busy) < CONCURRENCY_PER_PERSON

  async function acquire(personId: number) {
    if (mayStart(personId)) return void busy.push(personId)
    const own = waiting.filter((each) => each.personId === personId).length
    if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_PER_PERSON) {
      throw coreRefusal('core.unavailable', { retryAfterSeconds: 5 })
    }
    await new Promise<void>((start) => waiting.push({ personId, start }))
  }

  function release(personId: number) {
    busy.splice(busy.indexOf(personId), 1)
    const next = waiting.findIndex((each) => mayStart(each.personId))
    for (const { personId: nextId, start } of next < 0 ? [] : waiting.splice(next, 1)) {
      busy.push(nextId)
      start()
    }
  }

  return {
    async encode(job, personId) {
      await acquire(personId)
      try {
        return requireResult(await processes.run(job, timeoutSeconds))
      } finally {
        release(personId)
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

const MAX_HEAP_MB = 256
/** Starting takes longer than most pictures do, so an idle process is reused for a while. */
const IDLE_MS = 30_000
const processFile = fileURLToPath(new URL('image-process.ts', import.meta.url))

type Settle = (outcome: ImageOutcome | Error) => void
type Decoder = { child: ChildProcess; settle: Settle; idleTimer: NodeJS.Timeout | undefined }

const ignoreOutcome: Settle = () => {}
const unreadable: ImageOutcome = { problem: 'unreadable' }

/**
 * Processes that decode pictures. Unlike a thread, a process can be killed while the decoder is busy, and it has no secrets, no
 * database and no open files.
 */
function imageProcesses() {
  const idle: Decoder[] = []

  function start(): Decoder {
    const child = fork(processFile, [], {
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const decoder: Decoder = { child, settle: ignoreOutcome, idleTimer: undefined }
    child.on('message', (outcome: ImageOutcome) => decoder.settle(outcome))
    child.on('error', (error) => decoder.settle(error))
    child.on('exit', (code) => {
      const place = idle.indexOf(decoder)
      if (place >= 0) idle.splice(place, 1)
      // Exit code 1 means that our own program failed. Any other end, such as running out of memory, is caused by the picture.
      decoder.settle(code === 1 ? new Error('The image process failed') : unreadable)
    })
    return decoder
  }

  /** The server waits for busy processes; idle ones do not keep it from exiting. */
  function take(): Decoder {
    const decoder = idle.pop() ?? start()
    clearTimeout(decoder.idleTimer)
    decoder.child.ref()
    decoder.child.channel?.ref()
    return decoder
  }

  function release(decoder: Decoder): void {
    decoder.child.unref()
    decoder.child.channel?.unref()
    decoder.idleTimer = setTimeout(() => decoder.child.kill('SIGKILL'), IDLE_MS).unref()
    idle.push(decoder)
  }

  return {
    /** Running out of time or memory is caused by the picture, and is reported as unreadable. */
    async run(job: ImageJob, seconds: number): Promise<ImageOutcome> {
      const decoder = take()
      const timer = setTimeout(() => decoder.settle(unreadable), seconds * 1000)
      const outcome = await new Promise<ImageOutcome | Error>((resolve) => {
        decoder.settle = resolve
        decoder.child.send(job, (error) => error && decoder.settle(error))
      })
      clearTimeout(timer)
      decoder.settle = ignoreOutcome
      // If the process itself refused the picture, it is free again; otherwise it may still be busy.
      if (outcome === unreadable || outcome instanceof Error) decoder.child.kill('SIGKILL')
      else release(decoder)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageJob, ImageOutcome } from './image-encoder.ts'

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
export function imageProcesses() {
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
      // Code 1 means that our own program failed. Anything else, such as running out of memory, is caused by the picture.
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

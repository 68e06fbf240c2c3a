import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageJob, ImageOutcome } from './image-desk.ts'

const MAX_HEAP_MB = 256
/** Starting one takes longer than most pictures do, so it stays a while for the next. */
const IDLE_MS = 30_000
const processFile = fileURLToPath(new URL('image-process.ts', import.meta.url))

type Settle = (outcome: ImageOutcome | Error) => void
type Decoder = { child: ChildProcess; settle: Settle; idleTimer: NodeJS.Timeout | undefined }

const noOneWaits: Settle = () => {}
const unreadable: ImageOutcome = { problem: 'unreadable' }

/**
 * Processes that decode pictures. A thread could not be ended while the decoder is at work; a process can, and it has no
 * secret, no database and no file open.
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
    const decoder: Decoder = { child, settle: noOneWaits, idleTimer: undefined }
    child.on('message', (outcome: ImageOutcome) => decoder.settle(outcome))
    child.on('error', (error) => decoder.settle(error))
    child.on('exit', (code) => {
      const place = idle.indexOf(decoder)
      if (place >= 0) idle.splice(place, 1)
      // With code 1 our own program failed. Anything else, such as memory that ran out, is the picture's doing.
      decoder.settle(code === 1 ? new Error('The process that decodes pictures failed') : unreadable)
    })
    return decoder
  }

  /** While it works the server waits for it; while it is idle it keeps no server from ending. */
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
    /** Out of time or out of memory is the picture's fault, and answers like one that cannot be read. */
    async run(job: ImageJob, seconds: number): Promise<ImageOutcome> {
      const decoder = take()
      const timer = setTimeout(() => decoder.settle(unreadable), seconds * 1000)
      const outcome = await new Promise<ImageOutcome | Error>((resolve) => {
        decoder.settle = resolve
        decoder.child.send(job, (error) => error && decoder.settle(error))
      })
      clearTimeout(timer)
      decoder.settle = noOneWaits
      // Refused by the process itself, it is free again; otherwise it may still be at work.
      if (outcome === unreadable || outcome instanceof Error) decoder.child.kill('SIGKILL')
      else release(decoder)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
}

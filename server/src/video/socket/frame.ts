import { VideoCommand } from '@saathi/contract/video/socket'
import { parsePlainJson } from '#core/http/plain-json.ts'

/** Null if it is not a valid command. Frames are small (SocketPlan.maxFrameBytes), so parsing is cheap. */
export function readFrame(text: string): VideoCommand | null {
  try {
    return VideoCommand.safeParse(parsePlainJson(text)).data ?? null
  } catch {
    return null
  }
}

/** Postgres cannot store NUL characters or lone surrogates. */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()

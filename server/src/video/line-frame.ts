import { VideoCommand } from '@saathi/contract/video/socket'
import { parsePlainJson } from '#core/plain-json.ts'

/** Null for what is no command. Every frame is small (LinePlan.maxFrameBytes), so reading one costs little whatever is in it. */
export function readFrame(text: string): VideoCommand | null {
  try {
    return VideoCommand.safeParse(parsePlainJson(text)).data ?? null
  } catch {
    return null
  }
}

/** The database can keep no zero, and half a sign is no sign. */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()

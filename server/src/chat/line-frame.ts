import { ATTACHMENTS_MAX, ChatCommand } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { parsePlainJson } from '#core/plain-json.ts'

/** A command without a file is smaller than this. */
const LARGE_BYTES = 64 * 1024
export const isLarge = (text: string): boolean => text.length > LARGE_BYTES

/** So much of a frame as an answer can name, also where the rest of it is not understood. */
export type About = { channel: number | undefined; tempId: string | undefined; hasToken: boolean }
export type Frame = {
  command: ChatCommand | null
  about: About
  /** Larger than anything but a message may be. */ isTooLarge: boolean
}

export const unknownFrame: About = { channel: undefined, tempId: undefined, hasToken: false }
const WithChannel = z.object({ channel: z.int() })
const WithTempId = z.object({ tempId: z.string().check(z.maxLength(64)) })
const WithToken = z.object({ authToken: z.string() })

const aboutOf = (frame: unknown): About => ({
  channel: WithChannel.safeParse(frame).data?.channel,
  tempId: WithTempId.safeParse(frame).data?.tempId,
  hasToken: WithToken.safeParse(frame).success,
})

/** What is large must be one file or one text: many small parts would cost seconds before the first of them is refused. */
export function readFrame(text: string): Frame {
  const isBig = isLarge(text)
  if (isBig && hasManyParts(text)) return { command: null, about: unknownFrame, isTooLarge: true }
  const frame = parse(text)
  if (isBig && commandOf(frame) !== 'send') return { command: null, about: unknownFrame, isTooLarge: true }
  // Asked before each of them is looked at.
  const given = attachmentsOf(frame)
  const isTooMany = Array.isArray(given) && given.length > ATTACHMENTS_MAX
  const data = isTooMany ? undefined : ChatCommand.safeParse(frame).data
  if (!data) return { command: null, about: aboutOf(frame), isTooLarge: false }
  const channel = 'channel' in data ? data.channel : undefined
  const tempId = 'tempId' in data ? data.tempId : undefined
  return { command: data, about: { channel, tempId, hasToken: true }, isTooLarge: false }
}

const isThing = (frame: unknown): frame is object => typeof frame === 'object' && frame !== null
const commandOf = (frame: unknown): unknown => (isThing(frame) && 'command' in frame ? frame.command : undefined)
const attachmentsOf = (frame: unknown): unknown => (isThing(frame) && 'attachments' in frame ? frame.attachments : undefined)

/** More than a text of the longest kind can hold, and the frame around it. */
const PARTS_MAX = 10_000
const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b]

/** Without making anything of it. */
function hasManyParts(text: string): boolean {
  let parts = 0
  for (let at = 0; at < text.length && parts <= PARTS_MAX; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === COMMA || sign === LIST || sign === OBJECT) parts += 1
  }
  return parts > PARTS_MAX
}

function parse(text: string): unknown {
  try {
    return parsePlainJson(text)
  } catch {
    return undefined
  }
}

import { ATTACHMENTS_MAX, ChatCommand } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { parsePlainJson } from '#core/http/plain-json.ts'

/** Only a command with a file is larger than this. */
const LARGE_BYTES = 64 * 1024
export const isLarge = (text: string): boolean => text.length > LARGE_BYTES

/** The parts of a frame that an error reply refers to, even if the rest is invalid. */
export type FrameContext = { channel: number | undefined; tempId: string | undefined; hasToken: boolean }
export type Frame = {
  command: ChatCommand | null
  context: FrameContext
  /** Too large for any command but a message. */ isTooLarge: boolean
}

export const emptyContext: FrameContext = { channel: undefined, tempId: undefined, hasToken: false }
const HasChannel = z.object({ channel: z.int() })
const HasTempId = z.object({ tempId: z.string().check(z.maxLength(64)) })
const HasToken = z.object({ authToken: z.string() })

const contextOf = (frame: unknown): FrameContext => ({
  channel: HasChannel.safeParse(frame).data?.channel,
  tempId: HasTempId.safeParse(frame).data?.tempId,
  hasToken: HasToken.safeParse(frame).success,
})

/** A large frame must be a single file or text: validating many small parts would take seconds. */
export function readFrame(text: string): Frame {
  const isBig = isLarge(text)
  if (isBig && hasManyParts(text)) return { command: null, context: emptyContext, isTooLarge: true }
  const frame = parse(text)
  if (isBig && commandOf(frame) !== 'send') return { command: null, context: emptyContext, isTooLarge: true }
  // Check the count before each attachment is validated.
  const attachments = attachmentsOf(frame)
  const isTooMany = Array.isArray(attachments) && attachments.length > ATTACHMENTS_MAX
  const data = isTooMany ? undefined : ChatCommand.safeParse(frame).data
  if (!data) return { command: null, context: contextOf(frame), isTooLarge: false }
  const channel = 'channel' in data ? data.channel : undefined
  const tempId = 'tempId' in data ? data.tempId : undefined
  return { command: data, context: { channel, tempId, hasToken: true }, isTooLarge: false }
}

const isObject = (frame: unknown): frame is object => typeof frame === 'object' && frame !== null
const commandOf = (frame: unknown): unknown => (isObject(frame) && 'command' in frame ? frame.command : undefined)
const attachmentsOf = (frame: unknown): unknown => (isObject(frame) && 'attachments' in frame ? frame.attachments : undefined)

/** More than the longest text and its frame can contain. */
const PARTS_MAX = 10_000
const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b]

/** Scans without parsing. */
function hasManyParts(text: string): boolean {
  let parts = 0
  for (let at = 0; at < text.length && parts <= PARTS_MAX; at += 1) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === LIST || code === OBJECT) parts += 1
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

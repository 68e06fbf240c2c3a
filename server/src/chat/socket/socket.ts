import { ATTACHMENTS_MAX, ChatCommand, type ChatEvent } from '@saathi/contract/chat/socket'
import { SECOND_MS } from '@saathi/contract/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { coreRefusal, type Refusal } from '#core/errors.ts'
import { parsePlainJson } from '#core/http/plain-json.ts'
import { describeError } from '#core/sockets/access.ts'
import { sendFrame } from '#core/sockets/connections.ts'
import { type Client, type ClientHandlers, socketKit } from '#core/sockets/kit.ts'
import { bufferBudget, windowLimit } from '#core/sockets/pacing.ts'
import type { SocketPlan } from '#core/sockets/serve-sockets.ts'
import type { ChatConnection } from './connections.ts'
import { handleCommand, type SocketDeps } from './commands.ts'
import { socketAuth } from './auth.ts'

/** A file of 5 MB in base64, plus the frame around it. */
const MAX_FRAME_BYTES = 7_340_032
const BEAT_MS = 10_000
const BEATS_PER_PING = 3
const FRAMES_PER_SECOND = 100
/** Surplus frames of a person who is typing are dropped unread: they say nothing new. */
const TYPING_PER_SECOND = 2
const TYPING = '{"command":"typing"'
/** Queued frames of one socket; a socket with more is closed. */
const MAX_QUEUED_FRAMES = 200
const MAX_QUEUED_BYTES = 3 * MAX_FRAME_BYTES
const MAX_REFUSED_TOKENS = 3
/** Rejected commands (net of accepted ones) after which the socket is closed. */
const MAX_REJECTED_COMMANDS = 50
/** For all sockets together, not counting small frames. */
const MAX_BUFFERED_BYTES = 128 * 1024 * 1024
const MAX_PENDING = 1_000

/** `/ws/chat/`: uses exactly the frames of the specification. */
export function chatSocket(app: FastifyInstance, deps: SocketDeps, { limitFactor }: { limitFactor: number }): SocketPlan {
  const auth = socketAuth(app, deps)
  const rules = {
    url: '/ws/chat/',
    maxFrameBytes: MAX_FRAME_BYTES,
    lateReason: 'not authenticated',
    maxPending: MAX_PENDING,
    maxQueued: { frames: MAX_QUEUED_FRAMES * limitFactor, bytes: MAX_QUEUED_BYTES },
    budget: bufferBudget(MAX_BUFFERED_BYTES),
    heartbeat: { everyMs: BEAT_MS, beatsPerPing: BEATS_PER_PING, maxSilentBeats: 1 },
  } as const
  return socketKit(app, rules, chatHandlers({ deps, auth, limitFactor, log: app.log }))
}

type ChatClient = Client & {
  connection: ChatConnection | null
  refusedTokens: number
  tooMany: number
  isWithinFrames: () => boolean
  allowsTyping: () => boolean
}
type ChatParts = {
  deps: SocketDeps
  auth: ReturnType<typeof socketAuth>
  limitFactor: number
  log: FastifyBaseLogger
}

function chatHandlers({ deps, auth, limitFactor, log }: ChatParts): ClientHandlers<ChatClient> {
  const isWithinFrames = (client: ChatClient): boolean => client.isWithinFrames()

  /** Only authenticated people send files, up to their limit. */
  function allowsLarge({ socket, connection }: ChatClient): boolean {
    if (connection === null) socket.close(1009, 'too large')
    else if (!deps.limits.allowsLargeFrame(connection.claims.personId)) socket.close(1008, 'too many')
    else return true
    return false
  }

  async function handleFrame(client: ChatClient, text: string): Promise<void> {
    const { socket } = client
    if (isLarge(text) && !allowsLarge(client)) return
    if (text.startsWith(TYPING) && !client.allowsTyping()) return
    let context = emptyContext
    const reportError = (error: unknown) =>
      sendFrame(socket, JSON.stringify(toError(error, context, client.connection?.language ?? 'en', log)))
    try {
      const frame = readFrame(text)
      ;({ context } = frame)
      if (frame.isTooLarge) return socket.close(1009, 'too large')
      const { command } = frame
      if (!command) throw context.hasToken ? coreRefusal('core.bad_input') : refuseToken(client)
      const connection = await auth.requireConnection(client, command.authToken, () => refuseToken(client))
      client.refusedTokens = 0
      client.onAuthenticated()
      if (!deps.limits.allowsCommand(connection.claims.personId)) throw tooMany(client)
      client.tooMany = Math.max(client.tooMany - 1, 0)
      await handleCommand(deps, connection, command, reportError)
    } catch (error) {
      reportError(error)
      if (client.refusedTokens >= MAX_REFUSED_TOKENS) socket.close(4001, 'signed out')
      if (client.tooMany >= MAX_REJECTED_COMMANDS * limitFactor) socket.close(1008, 'too many')
    }
  }

  return {
    open: (client) => ({
      ...client,
      connection: null,
      refusedTokens: 0,
      tooMany: 0,
      isWithinFrames: windowLimit(FRAMES_PER_SECOND * limitFactor, SECOND_MS, deps.world.clock.now),
      allowsTyping: windowLimit(TYPING_PER_SECOND, SECOND_MS, deps.world.clock.now),
    }),
    isWithinFrames,
    isWithinPings: isWithinFrames,
    handleFrame,
    onBeat: ({ connection }) => {
      if (connection) auth.watchToken(connection)
    },
    onClose: ({ connection }) => {
      if (!connection) return
      deps.connections.remove(connection)
      deps.presence.touch(connection.claims.personId)
    },
  }
}

function tooMany(client: ChatClient): Refusal {
  client.tooMany += 1
  return coreRefusal('core.too_many', { retryAfterSeconds: 1 })
}

function refuseToken(client: ChatClient): Refusal {
  client.refusedTokens += 1
  return coreRefusal('core.signed_out')
}

function toError(error: unknown, { channel, tempId }: FrameContext, language: string, log: FastifyBaseLogger): ChatEvent {
  return {
    command: 'error',
    ...describeError(error, language, log),
    ...(tempId !== undefined && { temp_id: tempId }),
    ...(channel !== undefined && { channel_id: channel }),
  }
}

/** Only a command with a file is larger than this. */
const LARGE_BYTES = 64 * 1024
const isLarge = (text: string): boolean => text.length > LARGE_BYTES

/** The parts of a frame that an error reply refers to, even if the rest is invalid. */
type FrameContext = { channel: number | undefined; tempId: string | undefined; hasToken: boolean }
type Frame = {
  command: ChatCommand | null
  context: FrameContext
  /** Too large for any command but a message. */
  isTooLarge: boolean
}

const emptyContext: FrameContext = { channel: undefined, tempId: undefined, hasToken: false }
const HasChannel = z.object({ channel: z.int() })
const HasTempId = z.object({ tempId: z.string().check(z.maxLength(64)) })
const HasToken = z.object({ authToken: z.string() })

const contextOf = (frame: unknown): FrameContext => ({
  channel: HasChannel.safeParse(frame).data?.channel,
  tempId: HasTempId.safeParse(frame).data?.tempId,
  hasToken: HasToken.safeParse(frame).success,
})

/** A large frame must be a single file or text: validating many small parts would take seconds. */
function readFrame(text: string): Frame {
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

import { plainOf } from '@saathi/contract/chat/mentions'
import { Quote, SentAttachment, TEXT_MAX } from '@saathi/contract/chat/socket'
import { Waveform } from '@saathi/contract/chat/voice'
import { cutGraphemes } from '@saathi/contract/core/cut'
import type { TextKey } from '@saathi/contract/texts'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { entriesNow, removeEntry, updateInput, useEntries } from '#core/outbox/list.ts'
import { discard, flush, submit } from '#core/outbox/outbox.ts'
import { serverNow } from '#core/server-time.ts'
import { onSessionChanged } from '#core/session.ts'
import { createStore, createTimer, useStore } from '#core/store.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { newUuid } from '#core/uuid.ts'
import { addressOf } from '../chat-address.ts'
import { uploadAttachment } from '../queries.ts'
import { ANSWER_WITHIN_MS, LATE_AFTER_MS, reopenChat, sendCommand, socketStatus } from '../socket.ts'
import { hasDraft } from './draft.ts'

/** A message that is not acknowledged yet. */
const UnsentMessage = z.object({
  /** Makes resending safe. */
  tempId: z.uuid(),
  channel: z.int(),
  message: z.string().check(z.maxLength(TEXT_MAX)),
  /** Null until the file is uploaded, or if there is none. */
  attachment: z.nullable(SentAttachment),
  file: z.nullable(z.instanceof(File)),
  writtenAt: z.iso.datetime(),
  /** The writer was warned about contact data, and sends it anyway. */
  isConfirmed: z.optional(z.boolean()),
  /** The message that this one replies to. */
  replyTo: z.optional(Quote),
  /** Files chosen together are sent one after the other. */
  batch: z.optional(z.uuid()),
  /** The file is a voice note. */
  voice: z.optional(z.object({ durationMs: z.int(), waveform: Waveform })),
})
export type UnsentVoice = NonNullable<z.infer<typeof UnsentMessage>['voice']>
type UnsentMessage = z.infer<typeof UnsentMessage>

const temporaryCodes = new Set(['core.too_many', 'core.unavailable', 'core.maintenance', 'chat.busy'])
/** Temporary errors, after which the message is sent again without action by the user. */
export const isTemporary = (code: string): boolean => temporaryCodes.has(code)
export const RETRY_AFTER_MS = 3_000

/** Not a failure: the writer decides whether to send the message anyway. */
export const CONTACT_WARNING = 'chat.contact.warn' satisfies TextKey

const reasons: Readonly<Record<string, TextKey>> = {
  'chat.closed': 'chat.notSent.closed',
  'chat.inactive': 'chat.notSent.closed',
  'chat.channel_not_found': 'chat.notSent.closed',
  'chat.off': 'chat.notSent.closed',
  'chat.reply_not_found': 'chat.act.replyGone',
  'chat.contact_warning': CONTACT_WARNING,
  'upload.too_large': 'chat.file.tooLarge',
  'upload.wrong_type': 'chat.file.refused',
  'upload.failed': 'chat.notSent.network',
}

export const messageKind = defineKind({
  name: 'chat.message',
  input: UnsentMessage,
  isParallel: true,
  // A slow upload must not delay the messages after it.
  lineOf: ({ channel, file, tempId, batch }) => (file ? `chat.${channel}.${batch ?? tempId}` : `chat.${channel}`),
  aboutOf: ({ tempId }) => tempId,
  send: async (input) => {
    const { file, attachment } = input
    await sendOverSocket(file && !attachment ? await uploadFirst(input, file) : input)
  },
  giveUp: ({ tempId }) => inFlight.get(tempId)?.reject(new Error('The message was discarded.')),
  reasonOf: (code) => reasons[code] ?? 'chat.notSent.refused',
})

/** Progress of uploads, from 0 to 1, by temporary id. */
const uploads = createStore<Readonly<Record<string, number>>>({})

const isQueued = (tempId: string): boolean => entriesNow().some(({ id }) => id === tempId)

async function uploadFirst(input: UnsentMessage, file: File): Promise<UnsentMessage> {
  const { tempId } = input
  try {
    const report = (progress: number) => uploads.set({ ...uploads.get(), [tempId]: progress })
    report(0)
    const uploaded = await uploadAttachment(file, report).catch(refuseUpload)
    const sent = { ...input, attachment: { ...uploaded, ...(input.voice && { waveform: input.voice.waveform }) } }
    if (!isQueued(tempId)) throw new Error('The message was discarded during the upload.')
    await updateInput(tempId, sent)
    return sent
  } finally {
    const { [tempId]: _done, ...others } = uploads.get()
    uploads.set(others)
  }
}

/** Any failed upload counts as a refusal: each attempt may cost megabytes, so the person decides. */
function refuseUpload(error: unknown): never {
  const status = error instanceof ApiError ? error.status : 0
  const code = status === 413 ? 'upload.too_large' : status === 415 || status === 422 ? 'upload.wrong_type' : 'upload.failed'
  throw new ApiError(400, { code, message: '' })
}

type InFlight = { attempt: () => void; retryLater: () => void; resolve: () => void; reject: (error: Error) => void }
const inFlight = new Map<string, InFlight>()

/** Resolves when the message is acknowledged. Rejects if there is no connection, or if it is refused. */
async function sendOverSocket({
  channel,
  message,
  attachment,
  tempId,
  isConfirmed = false,
  replyTo,
}: UnsentMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const answerTimer = createTimer()
  const rejectIfLost = () => socketStatus() !== 'open' && reject(new Error('The chat is not connected.'))
  function attempt() {
    const attachments = attachment ? [attachment] : []
    const more = { ...(isConfirmed && { isConfirmed }), ...(replyTo && { reply_to: replyTo.msg_id }) }
    const command = { command: 'send', channel, message, attachments, tempId, ...more } as const
    if (sendCommand(command)) answerTimer.restart(reopenChat, ANSWER_WITHIN_MS)
    else if (socketStatus() === 'late') rejectIfLost()
  }
  // A short interruption is not worth a note that the message waits.
  const lostTimer = setInterval(rejectIfLost, LATE_AFTER_MS)
  inFlight.set(tempId, { attempt, retryLater: () => answerTimer.restart(attempt, RETRY_AFTER_MS), resolve, reject })
  attempt()
  try {
    await promise
  } finally {
    answerTimer.stop()
    clearInterval(lostTimer)
    inFlight.delete(tempId)
  }
}

/** After a connect or a renewed token: nothing in flight was received. */
export function sendAll(): void {
  for (const { attempt } of inFlight.values()) attempt()
  void flush()
}

/** A committed message has reached the server. */
export function onAcknowledged(tempId: string): void {
  inFlight.get(tempId)?.resolve()
  const entry = entriesNow().find(({ id }) => id === tempId)
  if (entry) void removeEntry(entry)
}

/** Temporary errors are no refusal: the message waits, and is sent again. */
export function onRefused(tempId: string, code: string): void {
  const sent = inFlight.get(tempId)
  if (isTemporary(code)) sent?.retryLater()
  else sent?.reject(new ApiError(409, { code, message: '' }))
}

export type PendingMessage = UnsentMessage & {
  status: 'in-progress' | 'failed'
  /** Why it failed. */
  reason: TextKey | null
  progress: number | null
}

function pendingOf(entry: OutboxEntry, progress: number | undefined): PendingMessage[] {
  const message = messageKind.read(entry)
  if (!message) return []
  const { refusal } = entry
  return [{ ...message, status: refusal ? 'failed' : 'in-progress', reason: refusal?.text ?? null, progress: progress ?? null }]
}

/** In the order in which they were written, from all tabs. */
export function usePendingMessages(channel: number): PendingMessage[] {
  const entries = useEntries()
  const progress = useStore(uploads)
  return useMemo(
    () => entries.flatMap((entry) => pendingOf(entry, progress[entry.id])).filter((each) => each.channel === channel),
    [entries, progress, channel],
  )
}

export type NewMessage = {
  channel: number
  message: string
  file: File | null
  gif: SentAttachment | null
  replyTo?: Quote | undefined
  batch?: string | undefined
  voice?: UnsentVoice | undefined
}

/** Shown at once, stored on the device, and sent until it is acknowledged. */
export function sendMessage({ channel, message, file, gif, replyTo, batch, voice }: NewMessage): void {
  const writtenAt = new Date(serverNow()).toISOString()
  resend({ tempId: newUuid(), channel, message, attachment: gif, file, writtenAt, replyTo, batch, voice })
}

/** Sends one message per file, in order. The text goes with the last one, and the first one is the reply. */
export function sendFiles(
  files: readonly File[],
  { message, replyTo, ...rest }: Omit<NewMessage, 'file' | 'gif' | 'batch'>,
): void {
  const batch = files.length > 1 ? newUuid() : undefined
  files.forEach((file, at) =>
    sendMessage({
      ...rest,
      file,
      gif: null,
      batch,
      message: at === files.length - 1 ? message : '',
      replyTo: at === 0 ? replyTo : undefined,
    }),
  )
}

const LABEL_MAX = 60

export function resend(unsent: UnsentMessage): void {
  const { tempId, channel, message, attachment, file, writtenAt, isConfirmed, replyTo, batch, voice } = unsent
  const text = cutGraphemes(plainOf(message) || (file ?? attachment)?.name || '', LABEL_MAX)
  const info = {
    id: tempId,
    label: { text: 'outbox.chat', values: { text } },
    place: addressOf({ channel, message: null }),
  } as const
  void submit(messageKind, { tempId, channel, message, attachment, file, writtenAt, isConfirmed, replyTo, batch, voice }, info)
}

export function discardMessage({ tempId }: Pick<UnsentMessage, 'tempId'>): void {
  const entry = entriesNow().find(({ id }) => id === tempId)
  if (entry) void discard(entry)
}

// Nothing of one person may be sent in the name of the next.
onSessionChanged(() => {
  for (const { reject } of inFlight.values()) reject(new Error('The session has changed.'))
})
registerUnsent(hasDraft)

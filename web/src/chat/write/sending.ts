import type { SentAttachment } from '@saathi/contract/chat/socket'
import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from '#core/query-client.ts'
import { serverNow } from '#core/server-time.ts'
import { readForTab, writeForTab } from '#core/storage.ts'
import { personNow } from '#core/network/token.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { newUuid } from '#core/uuid.ts'
import { hasDraft } from './draft.ts'
import { ANSWER_WITHIN_MS, reopenChat, sendCommand } from '../socket.ts'
import { type Failure, removeUnsent, saveUnsent, loadUnsent, type Unsent } from './outbox.ts'
import { uploadAttachment } from '../queries.ts'

export type PendingMessage = Unsent & { status: 'in-progress' | 'failed'; progress: number | null }

const key = ['chat', 'outbox']
const files = new Map<string, File>()
/**
 * The message in flight, one per channel: with several, those behind a delayed one would overtake it. It also prevents a flood
 * after a reconnect.
 */
const inFlight = new Map<number, { tempId: string; timeout: ReturnType<typeof setTimeout> }>()
export const RETRY_AFTER_MS = 3_000
/** How long another tab may upload a file before it counts as lost. */
const FILE_LOST_AFTER_MS = 5 * 60_000
let retryTimer: ReturnType<typeof setTimeout> | undefined

const none: PendingMessage[] = []

const pendingNow = (): PendingMessage[] => queryClient.getQueryData<PendingMessage[]>(key) ?? loadPending()

const tabKey = 'saathi.chat.tab'
/** Stays the same after a reload. */
function thisTab(): string {
  const tab = readForTab(tabKey) ?? newUuid()
  writeForTab(tabKey, tab)
  return tab
}

const hasNoFile = ({ file, attachment }: Unsent) => file !== null && attachment === null

const loadPending = (): PendingMessage[] =>
  loadUnsent(personNow() ?? 0).flatMap((unsent) => {
    const isElsewhere = unsent.tab !== thisTab() && serverNow() - Date.parse(unsent.writtenAt) < FILE_LOST_AFTER_MS
    // Another tab is still uploading it.
    if (hasNoFile(unsent) && isElsewhere) return []
    const failure = hasNoFile(unsent) ? 'fileLost' : unsent.failure
    return { ...unsent, status: failure ? 'failed' : 'in-progress', failure, progress: null } as const
  })

export function usePendingMessages(channel: number): PendingMessage[] {
  const { data } = useQuery<PendingMessage[]>({
    queryKey: key,
    queryFn: skipToken,
    initialData: loadPending,
    staleTime: Infinity,
    gcTime: Infinity,
    select: (all) => all.filter((each) => each.channel === channel),
  })
  return data ?? none
}

const setPending = (next: PendingMessage[]): void => void queryClient.setQueryData(key, next)

function patch(tempId: string, patch: Partial<PendingMessage>): void {
  setPending(pendingNow().map((each) => (each.tempId === tempId ? { ...each, ...patch } : each)))
}

function fail({ tempId }: Pick<Unsent, 'tempId'>, failure: Failure): void {
  patch(tempId, { status: 'failed', failure, progress: null })
  saveState(tempId)
}

/** Saves the current state for a reload. */
function saveState(tempId: string): void {
  const pending = pendingNow().find((each) => each.tempId === tempId)
  if (!pending) return
  const { status: _status, progress: _progress, ...unsent } = pending
  saveUnsent(personNow() ?? 0, unsent)
}

export type NewMessage = { channel: number; message: string; file: File | null; gif: SentAttachment | null }

/** Shown at once, stored on the device, and sent until it is acknowledged. */
export function sendMessage({ channel, message, file, gif }: NewMessage): void {
  const unsent: Unsent = {
    tempId: newUuid(),
    channel,
    message,
    attachment: gif,
    file: file && { name: file.name, type: file.type, size: file.size },
    writtenAt: new Date(serverNow()).toISOString(),
    failure: null,
    tab: thisTab(),
  }
  saveUnsent(personNow() ?? 0, unsent)
  setPending([...pendingNow(), { ...unsent, status: 'in-progress', progress: file ? 0 : null }])
  if (file) files.set(unsent.tempId, file)
  startSending(unsent)
}

function startSending(unsent: Unsent): void {
  if (unsent.file && !unsent.attachment) void uploadFirst(unsent)
  else sendNext()
}

async function uploadFirst(unsent: Unsent): Promise<void> {
  const file = files.get(unsent.tempId)
  if (!file) return fail(unsent, 'fileLost')
  try {
    const attachment = await uploadAttachment(file, (progress) => patch(unsent.tempId, { progress }))
    // Discarded during the upload.
    if (!pendingNow().some(({ tempId }) => tempId === unsent.tempId)) return
    files.delete(unsent.tempId)
    patch(unsent.tempId, { attachment, progress: null })
    saveState(unsent.tempId)
    sendNext()
  } catch (error) {
    fail(unsent, uploadFailure(error))
  }
}

function uploadFailure(error: unknown): Failure {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  if (status === 413) return 'tooLarge'
  return status === 415 || status === 422 ? 'wrongType' : 'network'
}

const isReady = (pending: PendingMessage) => pending.status === 'in-progress' && !hasNoFile(pending)

/** The first ready message of each channel. */
function sendNext(): void {
  for (;;) {
    const next = pendingNow().find((pending) => isReady(pending) && !inFlight.has(pending.channel))
    if (!next || !sendOverSocket(next)) return
  }
}

function sendOverSocket({ channel, message, attachment, tempId }: Unsent): boolean {
  inFlight.set(channel, { tempId, timeout: setTimeout(reopenChat, ANSWER_WITHIN_MS) })
  const isSent = sendCommand({ command: 'send', channel, message, attachments: attachment ? [attachment] : [], tempId })
  if (!isSent) clearInFlight(channel)
  return isSent
}

function clearInFlight(channel: number): void {
  clearTimeout(inFlight.get(channel)?.timeout)
  inFlight.delete(channel)
}

/** Answered in any way: the next one of its channel may be sent. */
function onAnswered(answered: string): void {
  for (const [channel, { tempId }] of inFlight) if (tempId === answered) clearInFlight(channel)
}

/** After a connect or a renewed token: nothing in flight was received. */
export function sendAll(): void {
  for (const channel of inFlight.keys()) clearInFlight(channel)
  addFromOtherTabs()
  sendNext()
}

/** Messages left by a closed tab. */
function addFromOtherTabs(): void {
  const known = pendingNow()
  const more = loadPending().filter(
    ({ tempId, status }) => status === 'in-progress' && !known.some((each) => each.tempId === tempId),
  )
  if (more.length > 0) setPending([...known, ...more])
}

export function resend(pending: PendingMessage): void {
  patch(pending.tempId, { status: 'in-progress', failure: null, progress: hasNoFile(pending) ? 0 : null })
  saveState(pending.tempId)
  startSending(pending)
}

export function discard(tempId: string): void {
  onAnswered(tempId)
  removeUnsent(personNow() ?? 0, tempId)
  files.delete(tempId)
  setPending(pendingNow().filter((each) => each.tempId !== tempId))
}

/** It is committed, so the server has it. */
export function onAcknowledged(tempId: string): void {
  onAnswered(tempId)
  if (pendingNow().some((each) => each.tempId === tempId)) discard(tempId)
  sendNext()
}

const temporaryCodes = new Set(['core.too_many', 'core.unavailable', 'core.maintenance', 'chat.busy'])
/** Resolves without action by the user. */
export const isTemporary = (code: string): boolean => temporaryCodes.has(code)
const closedCodes = new Set(['chat.closed', 'chat.inactive', 'chat.channel_not_found', 'chat.off'])

/** Temporary errors are no refusal: the message waits, and is sent again. */
export function onRefused(tempId: string, code: string): void {
  if (isTemporary(code)) {
    for (const each of inFlight.values()) if (each.tempId === tempId) clearTimeout(each.timeout)
    clearTimeout(retryTimer)
    retryTimer = setTimeout(sendAll, RETRY_AFTER_MS)
    return
  }
  onAnswered(tempId)
  fail({ tempId }, closedCodes.has(code) ? 'closed' : 'refused')
  sendNext()
}

// Includes unsent messages of other tabs, because all tabs are signed out at once.
registerUnsent(() => pendingNow().length > 0 || loadUnsent(personNow() ?? 0).length > 0 || hasDraft())

import type { SentAttachment } from '@saathi/contract/chat/socket'
import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from '#core/query-client.ts'
import { serverNow } from '#core/server-time.ts'
import { readForTab, writeForTab } from '#core/storage.ts'
import { personNow } from '#core/token.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { newUuid } from '#core/uuid.ts'
import { hasDraft } from './draft.ts'
import { ANSWER_WITHIN_MS, reopenChat, say } from './line.ts'
import { type Failure, forgetUnsent, keepUnsent, recallUnsent, type Unsent } from './outbox.ts'
import { uploadAttachment } from './queries.ts'

export type Waiting = Unsent & { standing: 'in-progress' | 'failed'; progress: number | null }

const key = ['chat', 'outbox']
const files = new Map<string, File>()
/**
 * Said and not answered yet, of each channel one: were several, those behind one that has to wait would come to stand before it.
 * And what was written in a tunnel does not come as a flood.
 */
const underway = new Map<number, { tempId: string; silence: ReturnType<typeof setTimeout> }>()
export const AGAIN_AFTER_MS = 3_000
/** So long a file may be on its way up in another tab, before it is taken for lost with that. */
const LOST_AFTER_MS = 5 * 60_000
let again: ReturnType<typeof setTimeout> | undefined

const none: Waiting[] = []

const waitingNow = (): Waiting[] => queryClient.getQueryData<Waiting[]>(key) ?? recallWaiting()

const tabKey = 'saathi.chat.tab'
/** The same after the page was loaded anew. */
function thisTab(): string {
  const tab = readForTab(tabKey) ?? newUuid()
  writeForTab(tabKey, tab)
  return tab
}

const hasNoFile = ({ file, attachment }: Unsent) => file !== null && attachment === null

const recallWaiting = (): Waiting[] =>
  recallUnsent(personNow() ?? 0).flatMap((unsent) => {
    const isElsewhere = unsent.tab !== thisTab() && serverNow() - Date.parse(unsent.writtenAt) < LOST_AFTER_MS
    // It is still going up there.
    if (hasNoFile(unsent) && isElsewhere) return []
    const failure = hasNoFile(unsent) ? 'fileLost' : unsent.failure
    return { ...unsent, standing: failure ? 'failed' : 'in-progress', failure, progress: null } as const
  })

export function useWaiting(channel: number): Waiting[] {
  const { data } = useQuery<Waiting[]>({
    queryKey: key,
    queryFn: skipToken,
    initialData: recallWaiting,
    staleTime: Infinity,
    gcTime: Infinity,
    select: (all) => all.filter((each) => each.channel === channel),
  })
  return data ?? none
}

const set = (next: Waiting[]): void => void queryClient.setQueryData(key, next)

function change(tempId: string, change: Partial<Waiting>): void {
  set(waitingNow().map((each) => (each.tempId === tempId ? { ...each, ...change } : each)))
}

function fail({ tempId }: Pick<Unsent, 'tempId'>, failure: Failure): void {
  change(tempId, { standing: 'failed', failure, progress: null })
  keep(tempId)
}

/** As it stands, for a page that is loaded anew. */
function keep(tempId: string): void {
  const waiting = waitingNow().find((each) => each.tempId === tempId)
  if (!waiting) return
  const { standing: _standing, progress: _progress, ...unsent } = waiting
  keepUnsent(personNow() ?? 0, unsent)
}

export type Written = { channel: number; message: string; file: File | null; gif: SentAttachment | null }

/** Shown at once, kept on the device, and sent until it is acknowledged. */
export function sendMessage({ channel, message, file, gif }: Written): void {
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
  keepUnsent(personNow() ?? 0, unsent)
  set([...waitingNow(), { ...unsent, standing: 'in-progress', progress: file ? 0 : null }])
  if (file) files.set(unsent.tempId, file)
  go(unsent)
}

function go(unsent: Unsent): void {
  if (unsent.file && !unsent.attachment) void uploadFirst(unsent)
  else sendNext()
}

async function uploadFirst(unsent: Unsent): Promise<void> {
  const file = files.get(unsent.tempId)
  if (!file) return fail(unsent, 'fileLost')
  try {
    const attachment = await uploadAttachment(file, (progress) => change(unsent.tempId, { progress }))
    // Thrown away meanwhile: nobody wants it to be sent any more.
    if (!waitingNow().some(({ tempId }) => tempId === unsent.tempId)) return
    files.delete(unsent.tempId)
    change(unsent.tempId, { attachment, progress: null })
    keep(unsent.tempId)
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

const isReady = (waiting: Waiting) => waiting.standing === 'in-progress' && !hasNoFile(waiting)

/** Of each channel the first that waits. */
function sendNext(): void {
  for (;;) {
    const next = waitingNow().find((waiting) => isReady(waiting) && !underway.has(waiting.channel))
    if (!next || !speak(next)) return
  }
}

function speak({ channel, message, attachment, tempId }: Unsent): boolean {
  underway.set(channel, { tempId, silence: setTimeout(reopenChat, ANSWER_WITHIN_MS) })
  const isSaid = say({ command: 'send', channel, message, attachments: attachment ? [attachment] : [], tempId })
  if (!isSaid) stopWaitingFor(channel)
  return isSaid
}

function stopWaitingFor(channel: number): void {
  clearTimeout(underway.get(channel)?.silence)
  underway.delete(channel)
}

/** Answered, in whatever way: the next one of its channel may go. */
function hearAnswered(answered: string): void {
  for (const [channel, { tempId }] of underway) if (tempId === answered) stopWaitingFor(channel)
}

/** When the line is there, or its token was renewed: nobody has heard what was said before. */
export function sendAll(): void {
  for (const channel of underway.keys()) stopWaitingFor(channel)
  addOthers()
  sendNext()
}

/** What a tab that was closed has left. */
function addOthers(): void {
  const known = waitingNow()
  const more = recallWaiting().filter(
    ({ tempId, standing }) => standing === 'in-progress' && !known.some((each) => each.tempId === tempId),
  )
  if (more.length > 0) set([...known, ...more])
}

export function sendAgain(waiting: Waiting): void {
  change(waiting.tempId, { standing: 'in-progress', failure: null, progress: hasNoFile(waiting) ? 0 : null })
  keep(waiting.tempId)
  go(waiting)
}

export function discard(tempId: string): void {
  hearAnswered(tempId)
  forgetUnsent(personNow() ?? 0, tempId)
  files.delete(tempId)
  set(waitingNow().filter((each) => each.tempId !== tempId))
}

/** It is committed: from now on the server keeps it. */
export function hearAcknowledged(tempId: string): void {
  hearAnswered(tempId)
  if (waitingNow().some((each) => each.tempId === tempId)) discard(tempId)
  sendNext()
}

const passing = new Set(['core.too_many', 'core.unavailable', 'core.maintenance', 'chat.busy'])
/** It becomes right by itself. */
export const isPassing = (code: string): boolean => passing.has(code)
const closedCodes = new Set(['chat.closed', 'chat.inactive', 'chat.channel_not_found', 'chat.off'])

/** Too many at once is no refusal: it waits with those behind it, and goes again. */
export function hearRefused(tempId: string, code: string): void {
  if (isPassing(code)) {
    for (const each of underway.values()) if (each.tempId === tempId) clearTimeout(each.silence)
    clearTimeout(again)
    again = setTimeout(sendAll, AGAIN_AFTER_MS)
    return
  }
  hearAnswered(tempId)
  fail({ tempId }, closedCodes.has(code) ? 'closed' : 'refused')
  sendNext()
}

// Also what another tab has not sent: all tabs are signed out at once.
registerUnsent(() => waitingNow().length > 0 || recallUnsent(personNow() ?? 0).length > 0 || hasDraft())

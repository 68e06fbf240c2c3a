import { MINUTE_MS } from '@saathi/contract/core/time'
import type { ContactKind } from '@saathi/contract/chat/filter'
import type { Db } from '#core/ctx.ts'
import type { ChannelState } from '../access.ts'
import type { SendRequest } from '../write/send-request.ts'
import { checkMessage, type Finding } from './check-message.ts'
import { completesNumber, EARLIER_PARTS } from './find-contacts.ts'
import { findNeighbours, findNewestOf } from './store.ts'

/** Parts of a number that are further apart are not combined. */
const TOGETHER_MS = 30 * MINUTE_MS

const keyOf = ({ channelId, senderId }: SendRequest): string => `${channelId} ${senderId}`

/** Finds what each message of a batch shares, also together with the sender's previous messages. The channels are locked. */
export async function reviewBatch(
  db: Db,
  { requests, states, now }: { requests: readonly SendRequest[]; states: ReadonlyMap<number, ChannelState>; now: Date },
) {
  const findings = new Map<SendRequest, Finding>()
  const earlier = new Map<string, string[]>()
  for (const request of requests) {
    const state = states.get(request.channelId)
    if (!state) continue
    const finding = checkMessage(state, request)
    findings.set(request, finding)
    if (!finding.isPart || earlier.has(keyOf(request))) continue
    const since = new Date(now.getTime() - TOGETHER_MS)
    earlier.set(keyOf(request), await findNewestOf(db, request, { since, limit: EARLIER_PARTS }))
  }
  return {
    kindsOf(request: SendRequest): ContactKind[] {
      const { kinds, isPart } = findings.get(request) ?? { kinds: [], isPart: false }
      const isCompleted = isPart && completesNumber(request.text, earlier.get(keyOf(request)) ?? [])
      return isCompleted ? ['phone'] : kinds
    },
    /** Call it for a message that will be delivered: the next part of a number may follow. */
    onPlanned: (request: SendRequest): void => void earlier.get(keyOf(request))?.push(request.text),
  }
}
export type Review = Awaited<ReturnType<typeof reviewBatch>>

type Edited = { id: number; senderId: number; text: string; isConfirmed: boolean }

/** Finds what an edited message shares, alone or together with the sender's messages before and after it. */
export async function reviewEdit(
  db: Db,
  state: ChannelState,
  { id, senderId, text, isConfirmed }: Edited,
): Promise<ContactKind[]> {
  const { kinds, isPart } = checkMessage(state, { by: 'member', senderId, text, isConfirmed })
  if (!isPart) return kinds
  const neighbours = await findNeighbours(db, { id, channelId: state.id, senderId }, EARLIER_PARTS)
  const texts = [...neighbours, { id, text }].toSorted((a, b) => a.id - b.id).map((each) => each.text)
  const at = neighbours.filter((each) => each.id < id).length
  const isCompleted = texts.some((each, place) => place >= at && completesNumber(each, texts.slice(0, place)))
  return isCompleted ? ['phone'] : []
}

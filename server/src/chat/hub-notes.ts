import { ChannelKind } from '@saathi/contract/chat/entities'
import * as z from 'zod/mini'
import type { Ctx } from '#core/ctx.ts'
import type { MessageRow } from './message-store.ts'

/** What was committed, for everybody who may read it: the number before it says whether something is missing in between. */
export type Said = {
  row: MessageRow
  kind: ChannelKind
  previousId: number
  readers: readonly number[]
  /** It was committed before, and perhaps never told: whoever has heard it passes it over. */
  isRepeat?: boolean | undefined
}

export const SAID = 'chat.said'
export const CHANGED = 'chat.changed'

const When = z.coerce.date()
const Row = z.object({
  id: z.int(),
  channelId: z.int(),
  senderId: z.nullable(z.int()),
  tempId: z.nullable(z.string()),
  text: z.string(),
  createdAt: When,
  isBroadcast: z.boolean(),
  room: z.nullable(z.object({ id: z.string(), expiresAt: When })),
  file: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.int(),
      width: z.nullable(z.int()),
      height: z.nullable(z.int()),
      thumbnailSize: z.nullable(z.int()),
    }),
  ),
  extra: z.unknown(),
  mayRetry: z.boolean(),
  redactedAt: z.nullable(When),
  mentions: z.array(z.int()),
})
const Said = z.object({
  row: Row,
  kind: ChannelKind,
  previousId: z.int(),
  readers: z.array(z.int()),
  isRepeat: z.optional(z.boolean()),
})
const SaidNote = z.object({ from: z.string(), said: z.array(Said) })

/**
 * `changed`: channels whose members or times are other than they were; null for all of them. `to`: who should read their list
 * again. `frame`: said as it stands to these people, or to those of them who have that channel open.
 */
const ChangedNote = z.object({
  changed: z.optional(z.nullable(z.array(z.int()))),
  to: z.array(z.int()),
  frame: z.optional(z.object({ text: z.string(), openIn: z.nullable(z.int()) })),
})
export type ChangedNote = z.infer<typeof ChangedNote>

/** Its own server has heard it already, and knows it by its beginning without reading the rest. */
export const startOfOwn = (serverId: string): string => `{"from":${JSON.stringify(serverId)},`
export const writeSaid = (serverId: string, said: readonly Said[]): string => JSON.stringify({ from: serverId, said })

/** A server of another version may say what this one does not know; it is passed over, and read again from the database. */
function read<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
export const readSaid = (text: string): Said[] => read(SaidNote, text)?.said ?? []
export const readChanged = (text: string): ChangedNote | null => read(ChangedNote, text)

type Telling = Pick<Ctx, 'tell'>

/** In the transaction that changes who is in these channels, or when they are closed; null for every channel there is. */
export function tellChannelsChanged(ctx: Telling, changed: readonly number[] | null, people: readonly number[]): void {
  const note: ChangedNote = { changed: changed && [...changed], to: [...new Set(people)] }
  ctx.tell(CHANGED, JSON.stringify(note))
}

/** A frame of the line to these people; where `openIn` is named, only to those who have that channel open. */
export function tellFrame(ctx: Telling, to: readonly number[], frame: object, openIn: number | null = null): void {
  const note: ChangedNote = { to: [...new Set(to)], frame: { text: JSON.stringify(frame), openIn } }
  ctx.tell(CHANGED, JSON.stringify(note))
}

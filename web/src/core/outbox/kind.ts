import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import type { OutboxEntry } from './entry.ts'
import { isOutdated, outdatedError } from './error-kind.ts'

type Definition<Input, Reply> = {
  /** Starts with the domain that sends it. */
  name: `${string}.${string}`
  input: z.ZodMiniType<Input>
  lineOf: (input: Input) => string
  /** Its queues do not wait for other queues. Used for messages, which people expect to arrive at once. */
  isParallel?: boolean
  aboutOf: (input: Input) => string
  send: (input: Input, idempotencyKey: string) => Promise<Reply>
  /** Called after a waiting entry has been sent. */
  settle?: (input: Input, reply: Reply) => void
  /** Called if the entry is discarded, or refused with this code. */
  giveUp?: (input: Input, code?: string) => void
  /** A slow connection may fail to upload it while smaller entries get through. */
  isLarge?: (input: Input) => boolean
  /** Reason for a refusal, if there is a better text than the one for its status. */
  reasonOf?: (code: string) => TextKey | undefined
  /** Whether sending earlier entries of the queue may resolve the refusal. */
  isTied?: (code: string) => boolean
}

export type Sender = {
  name: string
  /** Returns a function to call before the entry is removed. */
  sendEntry: (entry: OutboxEntry) => Promise<() => void>
  giveUpEntry: (entry: OutboxEntry, code?: string) => void
  isLargeEntry: (entry: OutboxEntry) => boolean
  reasonOf: (code: string) => TextKey | undefined
  isTied: (code: string) => boolean
}

export type Kind<Input, Reply> = Sender &
  Pick<Definition<Input, Reply>, 'lineOf' | 'isParallel' | 'aboutOf' | 'send'> & {
    /** Undefined if the entry is of another kind or written by another build. */
    read: (entry: OutboxEntry) => Input | undefined
  }

/** Defines a kind of outbox entry and how to send it. */
export function defineKind<Input, Reply>(definition: Definition<Input, Reply>): Kind<Input, Reply> {
  const { name, input, lineOf, isParallel = false, aboutOf, send, settle, giveUp, isLarge, reasonOf, isTied } = definition
  const read = (entry: OutboxEntry): Input | undefined => (entry.kind === name ? z.safeParse(input, entry.input).data : undefined)
  return {
    name,
    lineOf,
    isParallel,
    aboutOf,
    send,
    read,
    sendEntry: async (entry) => {
      const parsed = read(entry)
      if (parsed === undefined) throw outdatedError()
      const reply = await send(parsed, entry.id)
      return () => settle?.(parsed, reply)
    },
    giveUpEntry: (entry, code) => {
      const parsed = read(entry)
      if (parsed !== undefined) giveUp?.(parsed, code)
    },
    isLargeEntry: (entry) => {
      const parsed = read(entry)
      return parsed !== undefined && (isLarge?.(parsed) ?? false)
    },
    reasonOf: (code) => (isOutdated(code) ? 'outbox.why.outdated' : reasonOf?.(code)),
    isTied: (code) => isTied?.(code) ?? false,
  }
}

import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import type { OutboxEntry } from './entry.ts'
import { isOutdated, outdated } from './error-kind.ts'

type Definition<Input, Reply> = {
  /** Begins with the room that knows how to send it. */
  name: `${string}.${string}`
  input: z.ZodMiniType<Input>
  lineOf: (input: Input) => string
  aboutOf: (input: Input) => string
  send: (input: Input, idempotencyKey: string) => Promise<Reply>
  /** One that had waited is with the server now. */
  settle?: (input: Input, reply: Reply) => void
  /** It is thrown away, or was refused with this code. */
  giveUp?: (input: Input, code?: string) => void
  /** A slow line may not carry it, where it carries everything else. */
  isLarge?: (input: Input) => boolean
  /** Why it was refused, where there is more to say than its status does. */
  reasonOf?: (code: string) => TextKey | undefined
  /** Whether what goes before it in its line may mend the refusal. */
  isTied?: (code: string) => boolean
}

export type Sender = {
  name: string
  /** Comes back with what is to be done before the entry is let go. */
  sendEntry: (entry: OutboxEntry) => Promise<() => void>
  giveUpEntry: (entry: OutboxEntry, code?: string) => void
  isLargeEntry: (entry: OutboxEntry) => boolean
  reasonOf: (code: string) => TextKey | undefined
  isTied: (code: string) => boolean
}

export type Kind<Input, Reply> = Sender &
  Pick<Definition<Input, Reply>, 'lineOf' | 'aboutOf' | 'send'> & {
    /** Undefined where the entry is of another kind, or of a build that wrote it otherwise. */
    read: (entry: OutboxEntry) => Input | undefined
  }

/** One kind of thing that may wait to be sent, and how it is. */
export function defineKind<Input, Reply>(definition: Definition<Input, Reply>): Kind<Input, Reply> {
  const { name, input, lineOf, aboutOf, send, settle, giveUp, isLarge, reasonOf, isTied } = definition
  const read = (entry: OutboxEntry): Input | undefined => (entry.kind === name ? z.safeParse(input, entry.input).data : undefined)
  return {
    name,
    lineOf,
    aboutOf,
    send,
    read,
    sendEntry: async (entry) => {
      const given = read(entry)
      if (given === undefined) throw outdated()
      const reply = await send(given, entry.id)
      return () => settle?.(given, reply)
    },
    giveUpEntry: (entry, code) => {
      const given = read(entry)
      if (given !== undefined) giveUp?.(given, code)
    },
    isLargeEntry: (entry) => {
      const given = read(entry)
      return given !== undefined && (isLarge?.(given) ?? false)
    },
    reasonOf: (code) => (isOutdated(code) ? 'outbox.why.outdated' : reasonOf?.(code)),
    isTied: (code) => isTied?.(code) ?? false,
  }
}

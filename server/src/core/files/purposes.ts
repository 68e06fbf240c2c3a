import { PICTURE_MAX_BYTES } from '@saathi/contract/accounts/calls'
import type { Ctx } from '#core/ctx.ts'
import type { KindName } from './kinds.ts'
import type { FileRow } from './store.ts'

const MB = 1024 * 1024

/** The purposes of uploads. Each domain exports its own from its public.ts, and app/build-app.ts merges them. */
export type Purpose = {
  kinds: readonly KindName[]
  maxBytes: number
  /** Called each time the file is opened, with the viewer as actor. */
  mayRead: (ctx: Ctx, file: FileRow) => Promise<boolean> | boolean
}
export type Purposes = Readonly<Record<string, Purpose>>

export const ownerOnly: Purpose['mayRead'] = (ctx, file) => file.ownerId === ctx.actor.personId

export const ownPurposes: Purposes = {
  profile_picture: { kinds: ['jpeg', 'png'], maxBytes: PICTURE_MAX_BYTES, mayRead: ownerOnly },
  document: { kinds: ['pdf'], maxBytes: 4 * MB, mayRead: ownerOnly },
}

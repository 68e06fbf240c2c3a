import { PICTURE_MAX_BYTES } from '@saathi/contract/accounts/calls'
import type { Ctx } from '#core/ctx.ts'
import type { KindName } from './kinds.ts'
import type { FileRow } from './store.ts'

const MB = 1024 * 1024

/** What a file may be uploaded for. A room adds its own by one line in its face, which core/app.ts puts together. */
export type Purpose = {
  kinds: readonly KindName[]
  maxBytes: number
  /** Asked each time the file is opened, in the reader's name. */
  mayRead: (ctx: Ctx, file: FileRow) => Promise<boolean> | boolean
}
export type Purposes = Readonly<Record<string, Purpose>>

export const ownerOnly: Purpose['mayRead'] = (ctx, file) => file.ownerId === ctx.actor.personId

export const ownPurposes: Purposes = {
  profile_picture: { kinds: ['jpeg', 'png'], maxBytes: PICTURE_MAX_BYTES, mayRead: ownerOnly },
  document: { kinds: ['pdf'], maxBytes: 4 * MB, mayRead: ownerOnly },
}

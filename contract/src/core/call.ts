import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodMiniType

/** A part of a multipart body that carries bytes. The size is counted while it streams in. */
export type FilePart = { maxBytes: number; optional?: boolean }

/** `data` and plain parts are read as text fields; only the named files may carry bytes. */
export type Form = { fields: Schema; files: Record<string, FilePart> }

export type Call = {
  method: Method
  /** As the specification spells it, `/api/…/`, with `:name` for what varies. */
  path: `/api/${string}/`
  /** One sentence in the user's words; it becomes the OpenAPI summary. */
  summary: string
  /** What the caller must be allowed to do; `public` needs no account. The server's table answers. */
  action: string
  params?: Schema
  query?: Schema
  body?: Schema
  form?: Form
  reply: Schema
  /** Every code this call may be refused with, beyond the ones any call may (`core.*`). */
  errors: readonly string[]
  /** A phone may repeat this write: it sends an Idempotency-Key, and the first reply is given again. */
  idempotencyKey?: true
}

type Part = 'params' | 'query' | 'body'
type Parts<C extends Call> = { [P in Part as C[P] extends Schema ? P : never]: Extract<C[P], Schema> }

export type UploadedFile = { name: string; type: string; bytes: Uint8Array }
type FormOf<C extends Call> = C['form'] extends Form ? C['form'] : never
type RequiredFile<F extends Form> = {
  [K in keyof F['files']]: F['files'][K]['optional'] extends true ? never : K
}[keyof F['files']]
type FilesOf<F extends Form, Item> = { [K in RequiredFile<F>]: Item } & {
  [K in Exclude<keyof F['files'], RequiredFile<F>>]?: Item
}

type FormInput<C extends Call> = [FormOf<C>] extends [never]
  ? unknown
  : { form: { fields: z.input<FormOf<C>['fields']>; files: FilesOf<FormOf<C>, Blob> } }
type FormParsed<C extends Call> = [FormOf<C>] extends [never]
  ? unknown
  : { form: { fields: z.output<FormOf<C>['fields']>; files: FilesOf<FormOf<C>, UploadedFile> } }

/** What a caller hands over, before parsing. */
export type CallInput<C extends Call> = { [P in keyof Parts<C>]: z.input<Parts<C>[P]> } & FormInput<C>
/** What a handler receives, after parsing. */
export type CallParsed<C extends Call> = { [P in keyof Parts<C>]: z.output<Parts<C>[P]> } & FormParsed<C>
export type CallReply<C extends Call> = z.output<C['reply']>

export function defineCall<const C extends Call>(call: C): C {
  return call
}

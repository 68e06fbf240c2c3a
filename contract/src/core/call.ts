import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodMiniType

/** A part of a multipart body that carries bytes. The size is counted while it streams in. */
export type FilePart = { maxBytes: number; optional?: boolean }

/** Parts whose names are not known beforehand, such as one per question. Each is a line of text or a file. */
export type KeyedParts = { maxBytes: number; maxFiles: number; maxTotalBytes: number }

/** `data` and plain parts are read as text fields; only the named files, and the keyed ones, may carry bytes. */
export type Form = { fields: Schema; files: Record<string, FilePart>; keyed?: KeyedParts }

export type Call = {
  method: Method
  /** As the specification spells it, `/api/…/`, with `:name` for parameters. */
  path: `/api/${string}/`
  /** One sentence in the user's words; it becomes the OpenAPI summary. */
  summary: string
  /** The permission the caller needs; `public` needs no account. The server maps actions to roles. */
  action: string
  params?: Schema
  query?: Schema
  body?: Schema
  form?: Form
  reply: Schema
  /** Every code this call may be refused with, beyond the ones any call may (`core.*`). */
  errors: readonly string[]
  /** Clients may repeat this write: they send an Idempotency-Key, and the first reply is sent again. */
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

/** The parts with caller-chosen names: texts and files, by name. */
export type Keyed<Item> = { texts: Readonly<Record<string, string>>; files: Readonly<Record<string, Item>> }
type KeyedOf<F extends Form, Item> = F['keyed'] extends KeyedParts ? { keyed: Keyed<Item> } : unknown

type FormInput<C extends Call> = [FormOf<C>] extends [never]
  ? unknown
  : { form: { fields: z.input<FormOf<C>['fields']>; files: FilesOf<FormOf<C>, Blob> } & KeyedOf<FormOf<C>, Blob> }
type FormParsed<C extends Call> = [FormOf<C>] extends [never]
  ? unknown
  : {
      form: { fields: z.output<FormOf<C>['fields']>; files: FilesOf<FormOf<C>, UploadedFile> } & KeyedOf<FormOf<C>, UploadedFile>
    }

/** The arguments of a caller, before parsing. */
export type CallInput<C extends Call> = { [P in keyof Parts<C>]: z.input<Parts<C>[P]> } & FormInput<C>
/** The arguments of a handler, after parsing. */
export type CallParsed<C extends Call> = { [P in keyof Parts<C>]: z.output<Parts<C>[P]> } & FormParsed<C>
export type CallReply<C extends Call> = z.output<C['reply']>

// @__NO_SIDE_EFFECTS__ -- A call that a page never makes is left out of its script.
export function defineCall<const C extends Call>(call: C): C {
  return call
}

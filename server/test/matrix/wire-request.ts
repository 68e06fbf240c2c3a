import type { Call, Method } from '@saathi/contract/core/call'
import { compileWire } from '@saathi/contract/core/wire'
import type { FileSample, Input } from './call-input.ts'
import { type Fields, isFields } from './sample.ts'

/** An input as sent over the wire: in snake_case, and mutable by the fuzzer. */
export type WireInput = {
  params: Fields
  query: Fields
  body: unknown
  fields: Fields
  files: Record<string, FileSample>
  headers: Record<string, string>
}

export function toWireInput(call: Call, input: Input): WireInput {
  const fields = (schema: Parameters<typeof compileWire>[0] | undefined, value: Fields | undefined): Fields => {
    const wire = schema && compileWire(schema).toWire(value ?? {})
    return isFields(wire) ? wire : {}
  }
  return {
    // Path parameters keep the contract's spelling.
    params: input.params ?? {},
    query: fields(call.query, input.query),
    body: call.body ? fields(call.body, input.body) : undefined,
    fields: fields(call.form?.fields, input.fields),
    files: input.files ?? {},
    headers: input.headers ?? {},
  }
}

export type WireRequest = { method: Method; url: string; headers: Record<string, string>; payload?: string | Buffer }

export function toWireRequest(call: Call, wire: WireInput): WireRequest {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(wire.params[name]).toWellFormed()))
  const query = toQuery(wire.query)
  const base = { method: call.method, url: query ? `${path}?${query}` : path }
  if (call.form) return { ...base, ...toMultipart(wire) }
  if (wire.body === undefined) return { ...base, headers: wire.headers }
  return { ...base, payload: toJson(wire.body), headers: { 'content-type': 'application/json', ...wire.headers } }
}

/** Numbers that JavaScript cannot represent are inserted as text. */
const literalNumbers = /"@(1e400|-1e400|-0|NaN|Infinity|0x10|01)@"/g
export const typed = (text: string) => `@${text}@`

export const toJson = (value: unknown): string => (JSON.stringify(value) ?? '').replace(literalNumbers, '$1')

function toQuery(query: Fields): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(name, asText(each))
  }
  return search.toString()
}

const asText = (value: unknown): string => (typeof value === 'object' && value !== null ? toJson(value) : String(value))

const BOUNDARY = 'saathi-boundary'

function toMultipart({ fields, files, headers }: WireInput) {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => onePart(`name="${quoted(name)}"`, '', Buffer.from(asText(value)))),
    ...Object.entries(files).map(([name, file]) =>
      onePart(`name="${quoted(name)}"; filename="${quoted(file.name)}"`, `Content-Type: ${file.type}\r\n`, file.bytes),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  }
}

const quoted = (text: string) => text.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))

function onePart(disposition: string, more: string, content: Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

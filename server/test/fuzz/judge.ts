import type { Call } from '@saathi/contract/core/call'
import type { LightMyRequestResponse as Answer } from 'fastify'
import { strayInRefusal, strayInReply } from '../matrix/stray-fields.ts'

/** Only detects hangs. Response times are measured elsewhere, since a busy machine is slow. */
export const BOUND_MS = 60_000
const MAX_REFUSAL_BYTES = 8 * 1024

/** Patterns that only appear in internals: a stack trace, SQL, a file path. */
const internals =
  /\bat \S+ \(|\.[jt]s:\d+|node_modules|file:\/\/|\/(?:src|lib|usr|tmp|var)\/|syntax error|violates \w+|\bselect\b.+\bfrom\b|relation "|column "|invalid input syntax|ECONN|ENOENT|TypeError|ZodError|PostgresError/i

/** The fault of an answer, or null. */
export function faultIn(call: Call, answer: Answer): string | null {
  const { statusCode: status, headers, body } = answer
  if (status >= 500) return `${status} ${body.slice(0, 200)}`
  if (status === 304) return body === '' ? null : '304 with a body'
  if (!String(headers['content-type']).startsWith('application/json')) return `${status} as ${headers['content-type']}`
  if (headers['content-encoding']) return null
  const json = parse(body)
  if (json === undefined) return `${status} that is not JSON: ${body.slice(0, 100)}`
  if (status < 300) return strayInReply(call, json)
  if (body.length > MAX_REFUSAL_BYTES) return `${status} with ${body.length} bytes`
  return strayInRefusal(call, status, json) ?? leakIn(json)
}

/** Keys repeat the caller's input, so only the values are checked. */
function leakIn(json: unknown): string | null {
  const values = typeof json === 'object' && json !== null ? Object.values(json) : [json]
  for (const text of values.flatMap(textsIn)) {
    const found = internals.exec(text)
    if (found) return `the words ${found[0]} in ${text.slice(0, 200)}`
  }
  return null
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Detects a polluted Object.prototype. */
export function pollution(): string | null {
  const fresh: object = {}
  const keys = [...Object.keys(fresh), ...Object.keys(Object.prototype), ...('polluted' in fresh ? ['polluted'] : [])]
  return keys.length > 0 ? `every object has ${keys.join(', ')}` : null
}

import type { Call, CallParsed } from '@saathi/contract/core/call'
import { toSnake, compileWire, MAX_DEPTH, type Wire, WireError } from '@saathi/contract/core/wire'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { coreRefusal, fieldPhrase, type Phrase, refuseField } from '../errors.ts'
import type { FormReservation } from './form-memory.ts'
import { readForm } from './read-form.ts'

type Schema = z.ZodMiniType
type Reader = (request: FastifyRequest) => unknown

/** Compiled once per call: field names are converted first, then the schema validates. */
export function inputParser<C extends Call>(
  call: C,
): (request: FastifyRequest, reservation: FormReservation) => Promise<CallParsed<C>> {
  const params = call.params && part(call.params, (request) => request.params)
  const query = call.query && part(call.query, (request) => request.query)
  const body = call.body && part(call.body, (request) => request.body ?? {})
  const { form } = call
  const fields = form && part(form.fields, () => undefined)
  return async (request, reservation) => {
    if (!form && request.isMultipart()) throw coreRefusal('core.wrong_type')
    const parsed: Record<string, unknown> = {}
    if (params) parsed['params'] = params(request)
    if (query) parsed['query'] = query(request)
    if (body) parsed['body'] = body(request)
    if (form && fields) {
      const read = await readForm(request, form, reservation)
      if (read.keyed) refuseUnstorable(read.keyed.texts)
      parsed['form'] = { ...read, fields: fields(request, read.fields) }
    }
    // Every part was parsed by the call's own schema; the mapped type says the same.
    return parsed as CallParsed<C>
  }
}

function part(schema: Schema, read: Reader) {
  const wire = compileWire(schema)
  return (request: FastifyRequest, value: unknown = read(request)) => parsePart(schema, wire, value)
}

function parsePart(schema: Schema, wire: Wire, value: unknown): unknown {
  try {
    const renamed = wire.fromWire(value, 'refuse')
    refuseUnstorable(renamed)
    return schema.parse(renamed)
  } catch (error) {
    if (error instanceof WireError) throw refuseField(error.path.join('.'), error.message)
    if (error instanceof z.core.$ZodError) throw badFields(error.issues)
    throw error
  }
}

/** Zod's default text, for schemas without their own. */
const UNSPECIFIED = 'Invalid input'

function badFields(issues: readonly z.core.$ZodIssue[]) {
  // Without a prototype, because field names come from the request.
  const errors: Record<string, (string | Phrase)[]> = Object.create(null)
  for (const issue of issues.slice(0, 20)) {
    const field = issue.path.map((key) => toSnake(String(key))).join('.')
    errors[field] = [...(errors[field] ?? []), issue.message === UNSPECIFIED ? fieldPhrase('invalid') : issue.message]
  }
  return coreRefusal('core.bad_input', { errors })
}

/**
 * PostgreSQL text cannot store NUL, and its JSON no lone surrogates, at any depth. The depth is limited because endless nesting
 * would exhaust the stack here, before the schema is applied.
 */
function refuseUnstorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw coreRefusal('core.bad_input')
  } else if (typeof value === 'object' && value !== null) {
    if (depth > MAX_DEPTH) throw coreRefusal('core.bad_input')
    for (const [key, member] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(member, depth + 1)
    }
  }
}

import type { Call } from '@saathi/contract/core/call'
import { ErrorReply } from '@saathi/contract/core/errors'
import { toSnake } from '@saathi/contract/core/wire'
import { toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The OpenAPI description, generated from the contract. */
export function describeApi(calls: readonly Call[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => `{${toSnake(name)}}`)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Saathi', version },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function describeCall(call: Call): Json {
  return {
    summary: call.summary,
    ...(call.action !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...repeatHeader(call)],
    ...requestBody(call),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: wireSchema(call.reply, 'output') } } },
      default: {
        description: `Refused: ${['core.*', ...call.errors].join(', ')}`,
        content: { 'application/json': { schema: wireSchema(ErrorReply, 'output') } },
      },
    },
  }
}

function requestBody(call: Call): Json {
  if (call.form) {
    const fields = wireSchema(call.form.fields, 'input')
    const files = Object.fromEntries(Object.keys(call.form.files).map((name) => [name, { type: 'string', format: 'binary' }]))
    const properties = { ...(fields['properties'] as Json | undefined), ...files }
    return { requestBody: { content: { 'multipart/form-data': { schema: { ...fields, properties } } } } }
  }
  return call.body ? { requestBody: { content: { 'application/json': { schema: wireSchema(call.body, 'input') } } } } : {}
}

function repeatHeader(call: Call): Json[] {
  if (!call.idempotencyKey) return []
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }]
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const described = wireSchema(schema, 'input')
  const required = new Set(Array.isArray(described['required']) ? described['required'] : [])
  return Object.entries((described['properties'] ?? {}) as Json).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: value,
  }))
}

function wireSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return renameKeys(described) as Json
}

/** Only `properties` and `required` contain field names; the keys of a record are data and appear in neither. */
function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'properties') {
        return [
          key,
          Object.fromEntries(Object.entries(member as Json).map(([name, inner]) => [toSnake(name), renameKeys(inner)])),
        ]
      }
      if (key === 'required' && Array.isArray(member)) return [key, member.map((name) => toSnake(String(name)))]
      return [key, renameKeys(member)]
    }),
  )
}

import { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import { toSnake } from '@saathi/contract/core/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { specifiedCalls } from '../../test/specified-calls.ts'
import { specifiedFields } from '../../test/specified-fields.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'

type Schema = {
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Described = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content: { 'application/json': { schema: Schema } } } }
}
let server: TestServer
let paths: Record<string, Record<string, Described>>
beforeAll(async () => {
  server = await sharedServer()
  paths = (await server.app.inject({ url: '/api/openapi.json' })).json<{ paths: typeof paths }>().paths
})

function find(name: string): Described {
  const [method = '', path = ''] = name.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, String.raw`\{\w+\}`)}$`)
  const known = Object.keys(paths).find((each) => pattern.test(each)) ?? ''
  const found = paths[known]?.[method.toLowerCase()]
  if (!found) throw new Error(`${name} is not described`)
  return found
}

/** A schema and its alternatives: nullable, unions and intersections. */
function withAlternatives(schema: Schema): Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(withAlternatives)]
}

/** One level deeper: `name`, `[]` for items of a list, `*` for values of a map. */
function into(schemas: Schema[], member: string): Schema[] {
  return schemas.flatMap(withAlternatives).flatMap((schema) => {
    const { additionalProperties: values } = schema
    if (member === '[]') return schema.items ? [schema.items] : []
    if (member === '*') return typeof values === 'object' ? [values] : []
    const inner = schema.properties?.[member]
    return inner ? [inner] : []
  })
}

const namesIn = (schemas: Schema[]): string[] =>
  schemas.flatMap(withAlternatives).flatMap(({ properties = {} }) => Object.keys(properties))

describe('calls', () => {
  test.each(specifiedCalls)('[PLT-04] $call is served at its path and described', ({ call, takes = [] }) => {
    const { parameters, requestBody } = find(call)
    const [method = '', path = ''] = call.split(' ')
    const inRouter = Object.keys(paths).find((each) => find(call) === paths[each]?.[method.toLowerCase()]) ?? path
    const url = inRouter.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => `:${toCamel(name)}`)
    expect(server.app.hasRoute({ method, url })).toBe(true)
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    expect([...parameters.map(({ name }) => name), ...namesIn(bodies)]).toEqual(expect.arrayContaining([...takes]))
  })

  test('[PLT-04] names are snake_case on the wire', () => {
    const names = Object.values(paths)
      .flatMap((calls) => Object.values(calls))
      .flatMap(({ parameters, requestBody, responses }) => [
        ...parameters.filter((each) => each.in !== 'header').map(({ name }) => name),
        ...namesDeep(
          [...Object.values(requestBody?.content ?? {}), responses[200].content['application/json']].map((each) => each.schema),
        ),
      ])
    expect(names.length).toBeGreaterThan(500)
    expect(names.filter((name) => toSnake(name) !== name)).toEqual([])
  })
})

function namesDeep(schemas: Schema[]): string[] {
  return schemas.flatMap(withAlternatives).flatMap((schema) => {
    const { properties = {}, items, additionalProperties: values } = schema
    const inner = [...Object.values(properties), ...(items ? [items] : []), ...(typeof values === 'object' ? [values] : [])]
    return [...Object.keys(properties), ...namesDeep(inner)]
  })
}

const toCamel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('replies', () => {
  test.each(specifiedFields)('[PLT-05] $entity has its fields in the reply of $call', ({ call, at, fields, later = '' }) => {
    const reply = find(call).responses[200].content['application/json'].schema
    const place = at.split(' ').filter(Boolean).reduce(into, [reply])
    expect(namesIn(place)).toEqual(expect.arrayContaining(`${fields} ${later}`.trim().split(' ').map(toSnake)))
  })

  test('[PLT-05] a message and an attachment have their fields on the chat socket', () => {
    const ofMessage =
      'msg_id temp_id channel_id user_id message command created_on status is_broadcast_message attachments is_tagged'
    const ofAttachment = 'id attachment_name name type url attachment_type presigned_url thumbnail_presigned_url description'
    expect(Object.keys(ChatMessage.shape)).toEqual(expect.arrayContaining(ofMessage.split(' ')))
    expect(Object.keys(Attachment.shape)).toEqual(expect.arrayContaining(ofAttachment.split(' ')))
  })
})

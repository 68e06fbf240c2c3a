import { toSnake } from '@saathi/contract/core/wire'
import { everyCall } from '@saathi/contract/every-call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectDemoReplies, type DemoReplies, objectsAt } from '../../test/demo-replies.ts'
import { validInput } from '../../test/fuzz/fuzz-call.ts'
import type { TestServer } from '../../test/harness.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import { toWireRequest } from '../../test/matrix/wire-request.ts'
import { specifiedCalls } from '../../test/specified-calls.ts'
import { specifiedFields } from '../../test/specified-fields.ts'

let server: TestServer
let replies: DemoReplies
beforeAll(async () => {
  server = await startFullServer()
  replies = await collectDemoReplies(server)
})
afterAll(() => server.stop())

/** Path parameters have other names there, or none. */
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '*')

describe('[PLT-04] a real call at the path of the specification', () => {
  test.each(specifiedCalls)('$call is answered', async ({ call }) => {
    const [method = '', path = ''] = call.split(' ')
    const known = everyCall.find((each) => each.method === method && shapeOf(each.path) === shapeOf(path))
    if (!known) throw new Error(`${call} is no call of the contract`)
    const request = toWireRequest(known, await validInput(server, known))
    const [pathname = ''] = request.url.split('?')
    expect(pathname).toMatch(new RegExp(`^${shapeOf(path).replaceAll('*', '[^/]+')}$`))
    const response = await server.app.inject(request)
    expect({ status: response.statusCode, body: response.statusCode === 200 ? '' : response.body }).toEqual({
      status: 200,
      body: '',
    })
    const names = Object.keys(response.json())
    expect(names.filter((name) => toSnake(name) !== name)).toEqual([])
  })
})

describe('[PLT-05] the replies for people of the demo', () => {
  test.each(specifiedFields)('of $call contain each field of: $entity', ({ call, at, fields, later }) => {
    const found = (replies.get(call) ?? []).flatMap((reply) => objectsAt(reply, at))
    expect(found.length).toBeGreaterThan(0)
    for (const entity of found) expect(Object.keys(entity)).toEqual(expect.arrayContaining(fields.split(' ').map(toSnake)))
    const withAll = found.filter((entity) => !later || Object.hasOwn(entity, toSnake(later)))
    expect(withAll.length).toBeGreaterThan(0)
  })

  test('contain the message and the errors of a refused reset', async () => {
    const url = '/api/v2/users/reset-password/'
    const response = await server.app.inject({ method: 'POST', url, payload: { email: 'no address' } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ message: expect.any(String), errors: { email: [expect.any(String)] } })
  })
})

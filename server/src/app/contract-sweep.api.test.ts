import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import type { Call } from '@saathi/contract/core/call'
import { toSnake } from '@saathi/contract/core/wire'
import { everyCall } from '@saathi/contract/every-call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mutation, leafPaths, put } from '../../test/fuzz/mutations.ts'
import { sendAll, validInput } from '../../test/fuzz/fuzz-call.ts'
import { hostileValues, poisoned, prototypeKeys, sqlTexts } from '../../test/fuzz/hostile-values.ts'
import type { TestServer } from '../../test/harness.ts'
import { callKey } from '../../test/matrix/call-input.ts'
import { runShortMatrix, wrongCells } from '../../test/matrix/cells.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import { headerFaults } from '../../test/matrix/header-faults.ts'
import { objectRows } from '../../test/matrix/objects.ts'
import { routesOutsideContract, collectRoutes, type RegisteredRoute, unknownRoutes } from '../../test/matrix/route-list.ts'
import { callSamples } from '../../test/matrix/samples.ts'
import { strayInReply } from '../../test/matrix/stray-fields.ts'
import { toWireRequest, type WireInput } from '../../test/matrix/wire-request.ts'

type Described = { parameters: { name: string }[]; security?: unknown }
const named = everyCall.map((call, at) => [callKey(call), call, at] as const)

let server: TestServer
let routes: RegisteredRoute[]
let paths: Record<string, Record<string, Described>>
let cookie = ''
beforeAll(async () => {
  const collected = await collectRoutes(() => startFullServer())
  server = collected.built
  routes = collected.routes
  cookie = (await validInput(server, refresh)).headers['cookie'] ?? ''
  paths = (await server.app.inject({ url: '/api/openapi.json' })).json<{ paths: typeof paths }>().paths
})
afterAll(() => server.stop())

test('every route is a call of the contract or listed as an exception, and all of them are served', () => {
  expect(unknownRoutes(routes, { dev: true, built: [] })).toEqual([])
  const served = new Set(routes.map(({ method, url }) => `${method} ${url}`))
  expect([...everyCall.map(callKey), ...Object.keys(routesOutsideContract)].filter((key) => !served.has(key))).toEqual([])
})

test('the tables of objects and samples contain only existing calls', () => {
  const keys = new Set(everyCall.map(callKey))
  expect([...Object.keys(objectRows), ...Object.keys(callSamples)].filter((key) => !keys.has(key))).toEqual([])
})

test('the OpenAPI description uses the names of the wire', () => {
  const text = JSON.stringify(paths)
  expect(text).toContain('"new_primary_language"')
  expect(text).not.toContain('"newPrimaryLanguage"')
})

describe('a call admits exactly the people who have access to the object', () => {
  test.each(named)('%s', async (_key, call) => {
    const cells = await runShortMatrix(server, call)
    expect(wrongCells(cells)).toEqual([])
    expect(cells.filter(({ expected }) => expected === 'allowed')).not.toEqual([])
  })
})

describe('a call accepts and returns exactly the fields of the contract', () => {
  test.each(named)('%s', async (_key, call, at) => {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => `{${toSnake(name)}}`)
    expect(paths[path]?.[call.method.toLowerCase()]?.security !== undefined).toBe(call.action !== 'public')
    const valid = await validInput(server, call)
    const request = toWireRequest(call, valid)
    const good = await server.app.inject(request)
    expect({ status: good.statusCode, body: good.statusCode === 200 ? '' : good.body }).toEqual({ status: 200, body: '' })
    expect(headerFaults(good, request)).toEqual([])
    expect(strayInReply(call, good.json())).toBeNull()
    // A call that writes may have used its object up.
    const again = call.method === 'GET' ? valid : await validInput(server, call)
    await refusesForeignPages(call, again)
    await refusesStrayFields(call, again)
    const { faults } = await sendAll(server, call, hostileBends(call, again, at))
    expect(faults).toEqual([])
  })
})

/** A foreign page can make the browser send the cookie and a body with a form's content type. */
async function refusesForeignPages(call: Call, valid: WireInput): Promise<void> {
  const request = toWireRequest(call, valid)
  for (const type of call.body || call.form ? ['text/plain', 'application/x-www-form-urlencoded'] : []) {
    const response = await server.app.inject({ ...request, headers: { ...request.headers, 'content-type': type } })
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 415, code: 'core.wrong_type' })
  }
  if (call.action === 'public') return
  const { authorization: _, ...headers } = valid.headers
  const response = await server.app.inject(toWireRequest(call, { ...valid, headers: { ...headers, cookie } }))
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'core.signed_out' })
}

async function refusesStrayFields(call: Call, valid: WireInput): Promise<void> {
  for (const part of ['query', 'body', 'fields'] as const) {
    if (!(part === 'fields' ? call.form : call[part])) continue
    const response = await server.app.inject(toWireRequest(call, put(valid, [part, 'is_staff'], 'true')))
    // In forms with one part per question, the domain refuses answers to unknown questions.
    const isAnswer = part === 'fields' && call.form?.keyed !== undefined
    expect(response.statusCode).toBe(isAnswer ? 422 : 400)
    expect(response.json()).toMatchObject({
      code: expect.stringMatching(isAnswer ? /^\w+\.answers_rejected$/ : /^core\.bad_input$/),
      errors: { is_staff: [expect.any(String)] },
    })
  }
}

/** One SQL text and one other hostile value per field, varied by call, and a prototype key. */
function hostileBends(call: Call, valid: WireInput, at: number): Mutation[] {
  const pick = <T>(values: readonly T[], place: number) => values[(at * 7 + place) % values.length]
  const part = call.body ? 'body' : call.form ? 'fields' : 'query'
  const bend = (name: string, wire: WireInput): Mutation => ({ name, request: toWireRequest(call, wire) })
  return [
    ...leafPaths(valid).flatMap((path, place) => [
      bend(`SQL in ${path.join('.')}`, put(valid, path, pick(sqlTexts, place))),
      bend(`hostile ${path.join('.')}`, put(valid, path, pick(hostileValues, place))),
    ]),
    ...((call.body ?? call.form ?? call.query)
      ? [bend('prototype key', put(valid, [part, 'inner'], poisoned(pick(prototypeKeys, 0) ?? '', 1 + (at % 3))))]
      : []),
  ]
}

test('strayInReply finds additional, misspelt, missing and nested fields', () => {
  const good = { access_token: 'x', expires_in: 1, user_id: 1 }
  expect(strayInReply(signIn, good)).toBeNull()
  expect(strayInReply(signIn, { ...good, password_hash: 'x' })).toContain('password_hash')
  expect(strayInReply(signIn, { accessToken: 'x', expires_in: 1, user_id: 1 })).toBe('not as the contract spells it')
  expect(strayInReply(signIn, { access_token: 'x', expires_in: 1 })).not.toBeNull()
  const languages = everyCall.find(({ path }) => path.endsWith('/getSupportedLanguages/'))
  const language = { language: 'x', language_code: 'hi', is_active: true, is_default: false }
  expect(languages && strayInReply(languages, { languages: [{ ...language, secret: 1 }] })).toContain('languages.0.secret')
})

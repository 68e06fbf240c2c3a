import { signIn } from '@saathi/contract/accounts/identity-calls'
import { uploadFile } from '@saathi/contract/core/files'
import { sendAnswers } from '@saathi/contract/surveys/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepJson, put } from '../../test/fuzz/mutations.ts'
import { sendAll, validInput } from '../../test/fuzz/fuzz-call.ts'
import { prototypeKeys } from '../../test/fuzz/hostile-values.ts'
import type { TestServer } from '../../test/harness.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import { toWireRequest } from '../../test/matrix/wire-request.ts'

const LONG = { timeout: 240_000 }

let server: TestServer
beforeAll(async () => {
  server = await startFullServer()
})
afterAll(() => server.stop())

const toSignIn = { method: signIn.method, url: signIn.path }
/** The form, with its part declared as JSON. */
const asJson = (payload: string | Buffer = '') =>
  String(payload).replace('name="data"\r\n', 'name="data"\r\nContent-Type: application/json\r\n')

test('a truncated form, or a form with no or a wrong boundary, is answered with 400', LONG, async () => {
  const request = toWireRequest(uploadFile, await validInput(server, uploadFile))
  const whole = Buffer.from(request.payload ?? '')
  const all = Array.from({ length: Math.floor(whole.length / 7) }, (_, at) => ({
    name: `cut off at ${at * 7}`,
    request: { ...request, payload: whole.subarray(0, at * 7) },
  }))
  const types = ['multipart/form-data', 'multipart/form-data; boundary=other']
  const mistyped = types.map((type) => ({
    name: type,
    request: { ...request, headers: { ...request.headers, 'content-type': type } },
  }))
  const report = await sendAll(server, uploadFile, [...all, ...mistyped])
  expect(report).toMatchObject({ faults: [], statuses: { 400: report.asked } })
})

test('endless nesting is answered with 400: in a body, in a field, and in the data of a form', LONG, async () => {
  const json = { 'content-type': 'application/json' }
  const nested = deepJson.flatMap((text) => [text, `{"email":${text},"password":"x"}`])
  const bodies = nested.map((payload) => ({ name: payload.slice(0, 20), request: { ...toSignIn, payload, headers: json } }))
  expect(await sendAll(server, signIn, bodies)).toMatchObject({ faults: [], statuses: { 400: bodies.length } })
  const valid = await validInput(server, sendAnswers)
  const forms = deepJson
    .map((text) => toWireRequest(sendAnswers, put(valid, ['fields', 'data'], text)))
    .flatMap((request) => [request, { ...request, payload: asJson(request.payload) }])
    .map((request) => ({ name: 'data', request }))
  expect(await sendAll(server, sendAnswers, forms)).toMatchObject({ faults: [], statuses: { 400: forms.length } })
})

test('a prototype key is refused and not repeated in the reply', async () => {
  for (const key of prototypeKeys) {
    const payload = `{"email":"a@b.in","password":"x","${key}":1}`
    const headers = { 'content-type': 'application/json' }
    const response = await server.app.inject({ method: 'POST', url: signIn.path, payload, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ code: 'core.bad_input', message: expect.any(String) })
  }
})

test('a long name in the body is cut in the reply', async () => {
  const payload = { email: 'a@b.in', password: 'x', ['x'.repeat(50_000)]: 1 }
  const response = await server.app.inject({ method: 'POST', url: signIn.path, payload })
  expect(response.statusCode).toBe(400)
  expect(response.body.length).toBeLessThan(1_000)
})

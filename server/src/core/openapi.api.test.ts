import { everyCall } from '@saathi/contract/every-call'
import { toSnake } from '@saathi/contract/core/snake'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let description: {
  openapi: string
  paths: Record<string, Record<string, { parameters: { name: string }[]; security?: unknown }>>
}
beforeAll(async () => {
  server = await startTestServer()
  description = (await server.app.inject({ url: '/api/openapi.json' })).json()
})
afterAll(() => server.stop())

test.each(everyCall.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is described, and served',
  async (_name, call) => {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => `{${toSnake(name)}}`)
    const described = description.paths[path]?.[call.method.toLowerCase()]
    expect(described).toBeDefined()
    expect(described?.security !== undefined).toBe(call.action !== 'public')
    // The router keeps the form without the last slash, and takes both.
    expect(server.app.hasRoute({ method: call.method, url: call.path.slice(0, -1) })).toBe(true)
  },
)

test('names are spelt as on the wire, and the keys of data are left open', () => {
  const text = JSON.stringify(description)
  expect(text).toContain('"new_primary_language"')
  expect(text).not.toContain('"newPrimaryLanguage"')
  expect(description.paths['/api/v2/translation/getTranslation/']?.['get']?.parameters.map(({ name }) => name)).toEqual([
    'language_code',
  ])
})

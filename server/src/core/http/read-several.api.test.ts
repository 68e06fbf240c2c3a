import { getProfile } from '@saathi/contract/accounts/calls'
import { readSeveral, SEVERAL_MAX } from '@saathi/contract/core/calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ask = (person: number | null, ...paths: string[]) =>
  server.ask(person, readSeveral, { query: { paths: paths.join(' ') } }, { 'accept-language': 'hi' })

test('answers each path as its own call does, in order, and one refusal does not affect the others', async () => {
  const person = await server.buildPerson()
  const { status, body } = await ask(
    person,
    getProfile.path,
    '/api/v2/no-such-call/',
    listNotices.path,
    '/api/v2/notices/?before=x',
  )
  expect(status).toBe(200)
  expect(body.replies.map((reply) => reply.status)).toEqual([200, 404, 200, 400])
  const [profile] = body.replies.map(({ text }) => JSON.parse(text))
  expect(profile).toMatchObject({ id: person })
})

test('refuses people without a session', async () => {
  expect((await ask(null, getProfile.path)).status).toBe(401)
})

test.each([
  ['a call of the console, which is recorded with its reason', '/api/v2/staff/people/'],
  ['itself', readSeveral.path],
  ['an address outside of the calls', '/media/x/'],
  ['an address that leaves its folder', '/api/v2/users/../staff/people/'],
])('refuses %s', async (_what, path) => {
  const person = await server.buildPerson()
  expect((await ask(person, getProfile.path, path)).status).toBe(400)
})

test(`refuses more than ${SEVERAL_MAX} paths`, async () => {
  const person = await server.buildPerson()
  const paths = Array.from({ length: SEVERAL_MAX + 1 }, () => getProfile.path)
  expect((await ask(person, ...paths.slice(1))).status).toBe(200)
  expect((await ask(person, ...paths)).status).toBe(400)
})

import { fileURLToPath } from 'node:url'
import { getCase, listCases } from '@saathi/contract/safety/desk-calls'
import { listMyReports } from '@saathi/contract/safety/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
let lead: number
const idOf = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', `${name}@saathi.example`).executeTakeFirstOrThrow()).id
beforeAll(async () => {
  server = await startTestServer()
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
  lead = await idOf('vikram')
  await markSecondFactor(server, lead)
})
afterAll(() => server.stop())

test('the demo has an urgent case, normal ones and a closed one, as members and the desk would have made them', async () => {
  const open = (await server.ask(lead, listCases, { query: { show: 'open' } })).body
  expect(open.counts).toMatchObject({ urgent: 1, normal: 2, free: 3 })
  expect(open.cases.map(({ reason, kind }) => [reason, kind])).toEqual([
    ['self_harm', 'profile'],
    ['rude', 'profile'],
    ['money_or_phone', 'message'],
  ])
  const { cases } = (await server.ask(lead, listCases, { query: { show: 'closed' } })).body
  expect(cases).toHaveLength(1)
  const closed = await server.ask(lead, getCase, { params: { id: cases[0]?.id ?? 0 } })
  expect(closed.body).toMatchObject({ state: 'closed', isSealWhole: true, openPoints: [] })
  expect(closed.body.events.map(({ kind }) => kind)).toContain('signed_off')
  const { reports } = (await server.ask(await idOf('kavya'), listMyReports, { query: {} })).body
  expect(reports).toMatchObject([
    { state: 'not_found', messages: [{ isFromTeam: false }, { isFromTeam: true, by: 'Vikram Sethi' }] },
  ])
})

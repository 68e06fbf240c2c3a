import * as calls from '@saathi/contract/content/draft-calls'
import type { DraftContent } from '@saathi/contract/content/drafts'
import { getVersion, listVersions } from '@saathi/contract/content/version-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorDesk, textBlock, writeSession } from '../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildProject } from '../../../test/mentorships.ts'
import { buildFolder } from '../../../test/programme-folder.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'
import { loadFolder } from '../load/folder.ts'

let server: TestServer
let leela: number
beforeAll(async () => {
  server = await startTestServer()
  leela = await buildStaff(server, 'Author')
})
afterAll(() => server.stop())

type At = { kind: DraftContent['kind']; key: string }
const versionsOf = async (at: At, by = leela) => (await server.ask(by, listVersions, { params: at })).body.versions
const versionOf = async (at: At, id: number) => (await server.ask(leela, getVersion, { params: { ...at, id } })).body.parts
const wordsIn = (parts: readonly { name: string; body: unknown }[], name: string) =>
  JSON.stringify(parts.find((part) => part.name === name)?.body)

test('[AUT-05] every published version can be read in full later, with who published it and how', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela)
  const at = desk.at(key)
  expect(await versionsOf(at)).toEqual([])
  await desk.publish(key)
  await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'Because quiet people have ideas too.')] })
  await desk.publish(key)
  const { body } = await desk.partOf(key, 'step:why')
  await desk.write(key, 'step:why', JSON.parse(JSON.stringify(body).replace('quiet', 'silent')))
  await desk.publish(key, 'wording')
  await desk.write(key, 'step:why', { kind: 'step', blocks: [] })

  const versions = await versionsOf(at)
  expect(versions.map(({ version, way, by }) => [version, way, by !== null])).toEqual([
    [2, 'wording', true],
    [2, 'version', true],
    [1, 'version', true],
  ])
  const [third, second, first] = await Promise.all(versions.map(({ id }) => versionOf(at, id)))
  expect(wordsIn(third ?? [], 'step:why')).toContain('silent people')
  expect(wordsIn(second ?? [], 'step:why')).toContain('quiet people')
  expect(wordsIn(first ?? [], 'step:why')).not.toContain('people have ideas')
})

test('[AUT-05] what a folder had published is kept when an author begins to change it', async () => {
  const keys = async () =>
    (await server.ask(leela, calls.listContent, { query: { kind: 'session' } })).body.rows.map((row) => row.key)
  const known = await keys()
  await loadFolder(server.app.world, buildFolder(), server.app.log, async () => 'hash')
  const key = (await keys()).find((each) => !known.includes(each)) ?? ''
  const desk = authorDesk(server, leela)
  const at = desk.at(key)
  const before = await desk.read(key)
  await desk.writeAbout(key, { title: 'Another title' })
  const [found, ...others] = await versionsOf(at)
  expect(found).toMatchObject({ version: 1, way: 'folder', by: null, at: null })
  expect(others).toEqual([])
  expect(wordsIn(await versionOf(at, found?.id ?? 0), 'session')).toEqual(wordsIn(before.parts, 'session'))
})

test('[AUT-05] a version of other content is not found, and content of another programme has none', async () => {
  const desk = authorDesk(server, leela)
  const [mine, other] = [await writeSession(server, leela), await writeSession(server, leela)]
  await desk.publish(mine)
  const [version] = await versionsOf(desk.at(mine))
  const swapped = await server.ask(leela, getVersion, { params: { ...desk.at(other), id: version?.id ?? 0 } })
  expect([swapped.status, swapped.body]).toMatchObject([404, { code: 'content.version_not_found' }])
  const elsewhere = await buildStaffOf(server, 'Author', await buildProject(server, [], '1to1'))
  const mineOnly = await writeSession(server, leela, { projectId: await buildProject(server, [], '1to1') })
  const refused = await server.ask(elsewhere, listVersions, { params: desk.at(mineOnly) })
  expect([refused.status, refused.body]).toMatchObject([404, { code: 'content.draft_not_found' }])
})

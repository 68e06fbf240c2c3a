import * as calls from '@saathi/contract/content/exchange-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorDesk, textBlock, writeSession } from '../../../test/drafts.ts'
import { generateImport } from '../../../test/generated-programme.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { sendForm } from '../../../test/send-form.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'
import { zipFiles } from '../export/zip.ts'
import { openZip } from '../read/zip.ts'

let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildStaff(server, 'Admin')
})
afterAll(() => server.stop())

const asFile = (zip: Uint8Array) => new File([new Uint8Array(zip)], 'programme.zip', { type: 'application/zip' })
const check = async (zip: Uint8Array, by = admin) => sendForm(server, calls.checkImport, by, [['archive', asFile(zip)]])
async function planOf(zip: Uint8Array) {
  const { reply } = await check(zip)
  if (!reply?.plan) throw new Error(JSON.stringify(reply?.problems))
  return reply.plan
}
const load = (zip: Uint8Array, token: string, by = admin) =>
  sendForm(server, calls.importProgramme, by, [
    ['token', token],
    ['archive', asFile(zip)],
  ])
const exported = async () => Buffer.from((await server.ask(admin, calls.exportProgramme, {})).body.content, 'base64')
const named = (entries: readonly { kind: string; key: string; change: string }[]) =>
  entries.filter(({ change }) => change !== 'same').map(({ kind, key, change }) => `${kind} ${key} ${change}`)

async function filesIn(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const source = await openZip(zip)
  return new Map(await Promise.all(source.files.map(async (file) => [file, await source.readBytes(file)] as const)))
}

test('[AUT-09] an archive is checked, imported and exported again with the same bytes', async () => {
  const seed =
    [1, 2, 3, 4, 5, 6].find((each) => [...generateImport(each).keys()].some((file) => file.startsWith('sessions/'))) ?? 0
  const first = zipFiles(generateImport(seed))
  const before = await exported()
  const plan = await planOf(first)
  expect(await exported(), 'the check changes nothing').toEqual(before)
  expect(plan.entries.filter(({ kind, change }) => kind === 'session' && change === 'new')).not.toEqual([])
  expect(await load(first, plan.token)).toMatchObject({ status: 200 })
  const after = await exported()
  const again = await planOf(after)
  expect(named(again.entries)).toEqual([])
  expect(await load(after, again.token)).toMatchObject({ status: 200, reply: { changed: 0 } })
  expect(await exported()).toEqual(after)
})

test('[AUT-09] what would change is named by part and file, what is absent stays, and drafts are pointed out', async () => {
  const desk = authorDesk(server, admin)
  const [speak, listen] = [
    await writeSession(server, admin, { title: 'Speak up' }),
    await writeSession(server, admin, { title: 'Listen' }),
  ]
  await desk.publish(speak)
  await desk.publish(listen)
  const files = await filesIn(await exported())
  const step = [...files.keys()].find((file) => file.endsWith(`${speak}/steps/why.md`)) ?? ''
  files.set(step, Buffer.from('Breathe out.\n'))
  for (const file of files.keys()) if (file.includes(`-${listen}/`)) files.delete(file)
  await desk.write(speak, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'A draft.')] })
  const zip = zipFiles(files)
  const plan = await planOf(zip)
  expect(named(plan.entries)).toEqual([`session ${listen} absent`, `session ${speak} changed`])
  expect(plan.entries.find(({ key }) => key === speak)).toMatchObject({ files: ['steps/why.md'], hasDraft: true })
  expect(await load(zip, plan.token)).toMatchObject({ status: 200, reply: { changed: 1 } })
  const stored = await filesIn(await exported())
  expect(String(stored.get(step))).toBe('Breathe out.\n')
  expect((await desk.partOf(speak, 'step:why')).body).toMatchObject({ blocks: [{ text: 'A draft.' }] })
})

test('[AUT-09] an import that was not checked, or is no longer what was checked, changes nothing', async () => {
  const zip = zipFiles(generateImport(11))
  const { token } = await planOf(zip)
  const other = zipFiles(generateImport(12))
  const before = await exported()
  expect(await load(other, token)).toMatchObject({ status: 409, refusal: { code: 'content.import_changed' } })
  expect(await exported()).toEqual(before)
  const desk = authorDesk(server, admin)
  await desk.publish(await writeSession(server, admin, { title: 'Published since' }))
  expect((await load(zip, token)).status).toBe(409)
})

test('[AUT-09] mistakes are named and nothing is stored', async () => {
  const files = generateImport(7)
  files.set('media/notes.txt', 'x')
  const before = await exported()
  const bad = zipFiles(files)
  expect((await check(bad)).reply).toMatchObject({ plan: null, problemCount: 1, problems: [{ file: 'media/notes.txt' }] })
  expect((await load(bad, 'any')).status).toBe(409)
  expect((await check(Buffer.from('no archive'))).reply?.problems).toMatchObject([{ file: '' }])
  expect(await exported()).toEqual(before)
})

test('[AUT-09] a text that people agreed to can change only with a new version number', async () => {
  const files = generateImport(9, 2).set('community/privacy-policy.md', '# Privacy\n\nOur words.\n')
  const zip = zipFiles(files)
  await load(zip, (await planOf(zip)).token)
  files.set('community/privacy-policy.md', '# Privacy\n\nOther words.\n')
  expect((await check(zipFiles(files))).reply?.problems).toMatchObject([{ file: 'community/privacy-policy.md' }])
})

test('[AUT-09] a whole programme is only for people with both rights in all programmes', async () => {
  const [project] = await server.db
    .insertInto('project')
    .values({ key: 'own', name: 'Own', group_type: '1to1' })
    .returning('id')
    .execute()
  const manager = await buildStaffOf(server, 'ProgramManager', project?.id ?? 0)
  const author = await buildStaff(server, 'Author')
  const zip = zipFiles(generateImport(7))
  for (const by of [manager, author]) {
    expect((await check(zip, by)).status).toBe(403)
    expect((await load(zip, 'any', by)).status).toBe(403)
    expect((await server.ask(by, calls.exportProgramme, {})).status).toBe(403)
  }
  expect((await check(zip, await buildStaff(server, 'ProgramManager'))).status).toBe(200)
})

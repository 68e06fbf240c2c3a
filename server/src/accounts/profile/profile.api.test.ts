import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as calls from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { setFlags } from '@saathi/contract/accounts/staff-calls'
import { compileWire } from '@saathi/contract/core/wire'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { folderStore } from '#core/files/folder-store.ts'
import { keyOf } from '#core/files/file-store.ts'
import { makePicture, SECRET_LOCATION } from '#core/files/test-pictures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'
import { recordStatements } from '../../../test/statements.ts'
import { bytesOf, keysIn } from '../../../test/stored-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-profile-'))
let server: TestServer
let asha: number
beforeAll(async () => {
  server = await startTestServer({ dataDir: join(folder, 'shared') })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

type Part = string | File
const soon = { timeout: 40_000, interval: 50 }

/** Sends the form byte for byte as a browser does. */
async function send(parts: Record<string, Part>, personId: number | null = asha, on = server) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return sendForm(form, personId, on)
}
async function sendForm(form: FormData, personId: number | null, on: TestServer) {
  const encoded = new Response(form)
  const token = personId === null ? {} : { authorization: `Bearer ${await on.tokenFor(personId)}` }
  const response = await on.app.inject({
    method: 'PUT',
    url: calls.updateProfile.path,
    headers: { ...token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const json = response.json()
  return { status: response.statusCode, code: json.code, errors: json.errors, json }
}
async function change(parts: Record<string, Part>, personId = asha, on = server): Promise<Profile> {
  const { status, json } = await send(parts, personId, on)
  expect(json).not.toHaveProperty('code')
  expect(status).toBe(200)
  return calls.updateProfile.reply.parse(compileWire(calls.updateProfile.reply).fromWire(json, 'refuse'))
}
const profileOf = async (personId = asha, on = server) => (await on.ask(personId, calls.getProfile, {})).body
const rowOf = (personId = asha, on = server) =>
  on.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
const filesOf = (personId = asha, on = server) => on.db.selectFrom('file').selectAll().where('owner_id', '=', personId).execute()

const names = { first_name: 'Asha', last_name: 'Rao' }
const picture = async (changes: Parameters<typeof makePicture>[0] & { name?: string; type?: string } = {}) =>
  new File([new Uint8Array(await makePicture(changes))], changes.name ?? 'me.jpg', { type: changes.type ?? 'image/jpeg' })

describe('editing the profile', () => {
  test('[ACC-33] saves names, bio and phone, and returns them in the reply and the next read', async () => {
    const changed = await change({ ...names, bio: 'I like maps.\nनमस्ते', phone_number: '919800000001' })
    expect(changed).toMatchObject({ firstName: 'Asha', lastName: 'Rao', bio: 'I like maps.\nनमस्ते', phoneNumber: '919800000001' })
    expect(await profileOf()).toEqual(changed)
  })

  test('[ACC-33] treats missing and empty names as empty', async () => {
    await change({ ...names, bio: 'x' })
    expect(await change({})).toMatchObject({ firstName: '', lastName: '', bio: '', displayName: '' })
    expect(await change({ first_name: '', last_name: 'Rao' })).toMatchObject({ firstName: '', displayName: 'Rao' })
  })

  test('counts and stores a line break as one character', async () => {
    const bio = `${'x'.repeat(249)}\n${'y'.repeat(249)}\n`
    expect((await change({ ...names, bio })).bio).toBe(bio)
  })

  test('builds the display name on the server and does not accept it', async () => {
    expect(await change({ first_name: '  Asha ', last_name: ' Rao ' })).toMatchObject({
      displayName: 'Asha Rao',
      firstName: 'Asha',
    })
    expect(await send({ ...names, display_name: 'Admin' })).toMatchObject({ status: 400, code: 'core.bad_input' })
    expect((await profileOf()).displayName).toBe('Asha Rao')
  })

  test('notifies the person’s other tabs and nobody else', async () => {
    const before = server.delivered.length
    await change(names)
    expect(server.delivered.slice(before)).toEqual([{ to: [asha], event: { type: 'accounts.profile_changed' } }])
  })

  test('refuses input that is too long, duplicated, not a form or unauthenticated, and changes nothing', async () => {
    await change({ ...names, bio: 'as it was' })
    expect(await send({ ...names, first_name: 'x'.repeat(61) })).toMatchObject({
      status: 400,
      errors: { first_name: [expect.any(String)] },
    })
    for (const hidden of ['Asha\nRao', 'Asha \u202eoaR', 'A\u200bsha', '\u3164']) {
      expect(await send({ ...names, last_name: hidden })).toMatchObject({
        status: 400,
        errors: { last_name: [expect.any(String)] },
      })
    }
    expect(await send({ ...names, bio: 'x'.repeat(501) })).toMatchObject({ status: 400, errors: { bio: [expect.any(String)] } })
    expect(await send({ ...names, bio: 'a\0b' })).toMatchObject({ status: 400 })
    const doubled = new FormData()
    for (const name of ['A', 'B']) doubled.append('first_name', name)
    expect(await sendForm(doubled, asha, server)).toMatchObject({ status: 400, code: 'core.bad_input' })
    expect(await send({ first_name: 'A', firstName: 'B' })).toMatchObject({ status: 400, code: 'core.bad_input' })
    const authorization = `Bearer ${await server.tokenFor(asha)}`
    const asJson = await server.app.inject({
      method: 'PUT',
      url: calls.updateProfile.path,
      payload: names,
      headers: { authorization },
    })
    expect(asJson.statusCode).toBe(415)
    expect(await send(names, null)).toMatchObject({ status: 401, code: 'core.signed_out' })
    expect(await profileOf()).toMatchObject({ firstName: 'Asha', bio: 'as it was' })
  })

  test('refuses role, e-mail, status, id and provider, and nothing changes (C22)', async () => {
    const before = await rowOf()
    const extras = {
      role: 'Admin',
      email: 'other@saathi.example',
      status: '{"experiences":{"curriculum":"use"}}',
      id: '1',
      provider: 'google',
      has_agreed_terms: 'true',
      agreed_terms_version: '9',
      leaves_at: '2030-01-01T00:00:00Z',
      picture_file_id: randomUUID(),
      person_id: '1',
    }
    for (const [name, value] of Object.entries(extras)) {
      expect(await send({ ...names, [name]: value })).toMatchObject({
        status: 400,
        code: 'core.bad_input',
        errors: { [name]: expect.any(Array) },
      })
    }
    expect(await rowOf()).toEqual(before)
  })
})

describe('the phone number', () => {
  test('[ACC-18] is digits with the country code, up to the country’s maximum', async () => {
    for (const number of ['919800000001', '12125550123', '4915112345678', '6581234567', '33612345678', '447911123456']) {
      expect((await change({ ...names, phone_number: number })).phoneNumber).toBe(number)
    }
  })

  test.each([
    ['a plus', '+919800000001'],
    ['letters', '91980000000a'],
    ['spaces', '91 98000 00001'],
    ['other digits', '९१९८०००००००१'],
    ['one digit too many for India', '9198000000012'],
    ['one digit too many for the US', '121255501234'],
    ['one digit too many for Germany', '49151123456789'],
    ['one digit too many for Singapore', '65812345678'],
    ['too few digits', '9198000'],
    ['no digits', ''],
  ])('[ACC-18] with %s is refused, and the old one stays', async (_what, number) => {
    await change({ ...names, phone_number: '919800000001' })
    expect(await send({ ...names, phone_number: number })).toMatchObject({
      status: 400,
      errors: { phone_number: expect.any(Array) },
    })
    expect((await profileOf()).phoneNumber).toBe('919800000001')
  })

  test('stays if it is left out', async () => {
    await change({ ...names, phone_number: '919800000001' })
    expect((await change(names)).phoneNumber).toBe('919800000001')
  })
})

describe('the picture', () => {
  const open = (url: string | null) => server.app.inject({ url: url ?? '/' })

  test('[ACC-33] is re-encoded and shown by a link that only its owner can open', async () => {
    const uploaded = await picture({ width: 900, height: 600, place: true })
    const { picture: link } = await change({ ...names, picture: uploaded })
    expect(link).toMatch(/^\/api\/v2\/files\/[\w-]+\/$/)
    const shown = await open(link)
    expect(shown.statusCode).toBe(200)
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
    const [file] = await filesOf()
    expect(file).toMatchObject({ purpose: 'profile_picture', type: 'image/jpeg', width: 900, height: 600 })
    const store = folderStore(join(folder, 'shared', 'files'))
    const stored = await bytesOf(store, keyOf(file?.id ?? '', 'original'))
    expect(stored.length).toBe(file?.size)
    expect(stored.includes(SECRET_LOCATION)).toBe(false)
    const stranger = await server.buildPerson()
    const { sid } = JSON.parse(Buffer.from((await server.tokenFor(stranger)).split('.')[1] ?? '', 'base64url').toString())
    const claims = {
      fileId: file?.id ?? '',
      variant: 'thumbnail',
      personId: stranger,
      sessionId: sid,
      expiresAt: new Date(Date.now() + 60_000),
    } as const
    expect((await open(`/api/v2/files/${server.app.world.fileLinks.sign(claims)}/`)).statusCode).toBe(404)
  })

  test('[ACC-33] may also be a png', async () => {
    const { picture: link } = await change({ picture: await picture({ format: 'png', name: 'me.PNG', type: 'image/png' }) })
    expect((await open(link)).statusCode).toBe(200)
  })

  test.each([
    ['a webp', async () => picture({ format: 'webp', name: 'me.webp', type: 'image/webp' }), 415, 'files.type_not_allowed'],
    ['a webp that says it is a jpeg', async () => picture({ format: 'webp' }), 415, 'files.type_not_allowed'],
    ['a gif', async () => picture({ format: 'gif', name: 'me.gif', type: 'image/gif' }), 415, 'files.type_not_allowed'],
    ['a png that says it is a jpeg', async () => picture({ format: 'png' }), 415, 'files.type_mismatch'],
    [
      'an SVG',
      async () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.svg', { type: 'image/svg+xml' }),
      415,
      'files.type_not_allowed',
    ],
    [
      'a page that says it is a jpeg',
      async () => new File(['<script>1</script>'], 'me.jpg', { type: 'image/jpeg' }),
      415,
      'files.type_not_allowed',
    ],
    [
      'a picture cut off',
      async () => new File([new Uint8Array(await makePicture()).subarray(0, 300)], 'me.jpg', { type: 'image/jpeg' }),
      422,
      'files.unreadable',
    ],
    ['nothing', async () => new File([], 'me.jpg', { type: 'image/jpeg' }), 415, 'files.type_not_allowed'],
  ] as const)(
    '[ACC-33] is checked by its content: %s is refused, and the profile stays unchanged',
    async (_what, make, status, code) => {
      await change(names)
      expect(await send({ first_name: 'Other', picture: await make() })).toMatchObject({ status, code })
      expect(await profileOf()).toMatchObject({ firstName: 'Asha', picture: null })
      expect(await filesOf()).toEqual([])
    },
  )

  test('may have exactly two megabytes and no more', async () => {
    const jpeg = await makePicture()
    const filled = (size: number) =>
      new File([new Uint8Array(jpeg), new Uint8Array(size - jpeg.length)], 'me.jpg', { type: 'image/jpeg' })
    expect(await send({ picture: filled(calls.PICTURE_MAX_BYTES + 1) })).toMatchObject({ status: 413, code: 'core.too_large' })
    expect((await change({ picture: filled(calls.PICTURE_MAX_BYTES) })).picture).not.toBeNull()
  })

  test('[ACC-33] stays if it is left out', async () => {
    await change({ ...names, picture: await picture() })
    const [before] = await filesOf()
    const { picture: link } = await change({ first_name: 'Aśa' })
    expect((await open(link)).statusCode).toBe(200)
    expect(await filesOf()).toEqual([before])
  })

  test('[ACC-33] is removed only by the text ‘null’', async () => {
    await change({ ...names, picture: await picture() })
    expect(await send({ ...names, picture: 'none' })).toMatchObject({ status: 400, errors: { picture: expect.any(Array) } })
    expect(await send({ ...names, picture: '' })).toMatchObject({ status: 400 })
    expect(await filesOf()).toHaveLength(1)
    expect((await change({ ...names, picture: 'null' })).picture).toBeNull()
    expect((await profileOf()).picture).toBeNull()
    expect(await filesOf()).toEqual([])
    expect((await change({ ...names, picture: 'null' })).picture).toBeNull()
  })

  test('is removed by ‘null’ only if the whole request is accepted (C22)', async () => {
    await change({ ...names, picture: await picture() })
    expect(await send({ ...names, picture: 'null', role: 'Admin' })).toMatchObject({ status: 400 })
    expect(await filesOf()).toHaveLength(1)
    await change({ ...names, picture: 'null' })
    expect(await rowOf()).toMatchObject({ picture_file_id: null, picture_url: null, role: 'Mentee' })
  })

  test('both sent and removed is refused', async () => {
    const form = new FormData()
    form.append('picture', 'null')
    form.append('picture', await picture())
    expect(await sendForm(form, asha, server)).toMatchObject({ status: 400, errors: { picture: expect.any(Array) } })
    expect(await filesOf()).toEqual([])
  })

  test('of a demo account has a fixed URL until it is replaced or removed', async () => {
    const portrait = `/media/${'a'.repeat(64)}`
    const setPortrait = () => server.db.updateTable('person').set({ picture_url: portrait }).where('id', '=', asha).execute()
    await setPortrait()
    expect((await change(names)).picture).toBe(portrait)
    expect((await change({ picture: 'null' })).picture).toBeNull()
    await setPortrait()
    expect((await change({ picture: await picture() })).picture).toMatch(/^\/api\/v2\/files\//)
    expect((await rowOf()).picture_url).toBeNull()
  })

  test('uploads are limited to sixty a minute per person', async () => {
    const bytes = () => new File(['no picture'], 'me.jpg', { type: 'image/jpeg' })
    for (let count = 0; count < 60; count += 1) expect((await send({ picture: bytes() })).status).toBe(415)
    expect(await send({ picture: await picture() })).toMatchObject({ status: 429, code: 'core.too_many' })
    expect((await send(names)).status).toBe(200)
    expect((await send({ picture: await picture() }, await server.buildPerson())).status).toBe(200)
  })

  test('that was replaced leaves no row or bytes, even if several replace it concurrently', async () => {
    const own = await startTestServer({ dataDir: join(folder, 'own') })
    onTestFinished(own.stop)
    const person = await own.buildPerson()
    await change({ ...names, picture: await picture() }, person, own)
    const all = await Promise.all([20, 30, 40, 50].map(async (width) => send({ picture: await picture({ width }) }, person, own)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const files = await filesOf(person, own)
    expect(files.map(({ id }) => id)).toEqual([(await rowOf(person, own)).picture_file_id])
    await own.app.startJobs(own.url)
    const expected = files.flatMap(({ id }) => [keyOf(id, 'original'), keyOf(id, 'thumbnail')])
    await expect.poll(() => keysIn(folderStore(join(folder, 'own', 'files'))), soon).toEqual(expected.toSorted())
  })
})

describe('the status', () => {
  test('has surveys, experiences, new sessions, matching and whether there are scores', async () => {
    const { status } = await profileOf()
    expect(Object.keys(status).toSorted()).toEqual(['experiences', 'matching', 'newSessionAvailable', 'surveys', 'workReadiness'])
  })

  test('shows changed flags in the next read', async () => {
    expect((await profileOf()).status.experiences).toMatchObject({ curriculum: 'show', internship: 'show' })
    await server.db
      .updateTable('experience')
      .set({ curriculum: 'use', internship: 'off' })
      .where('person_id', '=', asha)
      .execute()
    expect((await profileOf()).status.experiences).toMatchObject({ curriculum: 'use', internship: 'off' })
    await server.db.updateTable('person').set({ matching_status: 'READY' }).where('id', '=', asha).execute()
    expect((await profileOf()).status.matching).toEqual({ matchingStatus: 'READY' })
  })

  test('shows flags changed by staff at once, and the person’s open tabs are notified', async () => {
    const staff = await server.buildPerson({ role: 'Admin' })
    await server.tokenFor(staff)
    await server.db.updateTable('sign_in').set({ second_factor_at: server.clock.now() }).where('person_id', '=', staff).execute()
    expect((await profileOf()).status.experiences.chattype).toBe('use')
    const before = server.delivered.length
    const changed = await server.ask(staff, setFlags, { params: { personId: asha }, body: { chattype: 'show', aiChat: 'use' } })
    expect(changed.status).toBe(200)
    expect((await profileOf()).status.experiences).toMatchObject({
      chattype: 'show',
      session: 'use',
      chatStatus: { aiChat: 'use' },
    })
    expect(server.delivered.slice(before)).toContainEqual({ to: [asha], event: { type: 'accounts.profile_changed' } })
  })

  test('gets new sessions from the learning domain', async () => {
    const own = await startTestServer()
    onTestFinished(own.stop)
    const person = await own.buildPerson()
    expect((await profileOf(person, own)).status.newSessionAvailable).toBe(false)
    const session = await buildSession(own)
    expect((await profileOf(person, own)).status.newSessionAvailable).toBe(true)
    await beginSession(own, person, session)
    expect((await profileOf(person, own)).status.newSessionAvailable).toBe(false)
  })
})

test('a profile is read with one statement', async () => {
  const { statementsOf } = recordStatements(server)
  await server.ask(asha, calls.getProfile, {})
  expect(await statementsOf(() => server.ask(asha, calls.getProfile, {}))).toEqual([expect.stringContaining('readiness_score')])
})

import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildFolder } from '../../test/programme-folder.ts'
import { mentorshipFiles } from '../../test/programme-mentorship.ts'
import { loadFolder } from '../programme/load/folder.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

const load = () =>
  loadFolder(
    server.app.world,
    buildFolder({ ...mentorshipFiles(), 'accounts.json': null, 'mentorships.json': null, 'media/portrait-asha.svg': null }),
    server.app.log,
    async () => 'hash',
  )
const screens = async (language: string) => {
  const { status, body } = await server.ask(await server.buildPerson({ language }), listMatchScreens, {})
  expect(status).toBe(200)
  return body.screensList
}

test('the four screens are in order and in the reader’s language, with existing pictures', async () => {
  await load()
  const list = await screens('hi')
  expect(list.map(({ key }) => key)).toEqual(['finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold'])
  const [first, second] = list
  expect(first).toMatchObject({
    title: 'We are looking',
    localeTitle: 'हम ढूँढ रहे हैं',
    description: 'It takes two weeks.',
    localeDescription: 'दो हफ़्ते लगते हैं।',
  })
  expect((await server.app.inject(first?.image ?? '/')).headers['content-type']).toBe('image/svg+xml')
  expect(second?.image).toBeNull()
})

test('a language without translations gets the base language', async () => {
  await load()
  const [first] = await screens('ta')
  expect(first).toMatchObject({ localeTitle: 'We are looking', localeDescription: 'It takes two weeks.' })
})

test('a programme without screens has an empty list', async () => {
  expect(await screens('en')).toEqual([])
})

test('people who are signed out are refused', async () => {
  expect(await server.ask(null, listMatchScreens, {})).toMatchObject({ status: 401 })
})

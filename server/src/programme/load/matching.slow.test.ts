import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildFolder, emptyFolder } from '../../../test/programme-folder.ts'
import { matchingFiles, plannedAbout } from '../../../test/programme-matching.ts'
import { address, scheduled } from '../../../test/programme-mentorship.ts'
import type { DemoHistory, NewMatches } from '#content/demo-history.ts'
import { answerKeys, PlanCriteria } from '#content/match-plan.ts'
import { exportProgramme } from '../export/programme.ts'
import { loadFolder } from './folder.ts'

const noon = new Date('2026-03-10T12:00:00+05:30')
const hoursAgo = (time: Date | null | undefined) => time && Math.round((noon.getTime() - time.getTime()) / 3_600_000)

let server: TestServer
let loaded: NewMatches[]
beforeEach(async () => {
  server = await startTestServer()
  server.clock.set(noon)
  loaded = []
})
afterEach(() => server.stop())

/** Collects the history instead of creating it. */
const collect = async (_ctx: unknown, { newMatches }: DemoHistory) => void loaded.push(newMatches)
const loadDir = (dir: string) =>
  loadFolder(server.app.world, dir, server.app.log, async (password) => `hash of ${password}`, collect)
const load = (changes: Parameters<typeof buildFolder>[0] = {}) => loadDir(buildFolder({ ...matchingFiles(), ...changes }))
const plansOf = () =>
  server.db
    .selectFrom('match_plan')
    .innerJoin('project', 'project.id', 'match_plan.project_id')
    .selectAll('match_plan')
    .select('project.key')
    .orderBy('project.key')
    .execute()
const idOf = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id

test('each project has its plan, with the option texts from the survey', async () => {
  await load()
  const plans = await plansOf()
  expect(plans).toMatchObject([
    { key: 'circle', group_size: 4, group_starts_in: 5, needs_approval: true },
    { key: 'pairs', expiry_hours: 72, places: 2, shortlist: 5, exposure: 3, needs_review: false, pair_manager_id: null },
  ])
  const [languages, goals] = PlanCriteria.parse(plans[1]?.criteria)
  expect(languages).toMatchObject({ key: 'languages', strength: 'must', icon: 'language', name: { hi: 'भाषाएँ' } })
  expect(languages?.options).toMatchObject({ hindi: { en: 'In hindi', hi: 'hindi में' } })
  expect(Object.keys(languages?.options ?? {})).toHaveLength(3)
  expect(answerKeys(goals ?? {}, 'both')).toEqual(['save', 'speak'])
  expect(answerKeys(goals ?? {}, ['speak', 'both'])).toEqual(['speak', 'save'])
  expect(answerKeys(goals ?? {}, undefined)).toEqual([])
})

test('a changed plan is updated and keeps its pair manager; a removed plan is deleted', async () => {
  await load()
  await server.db
    .updateTable('match_plan')
    .set({ pair_manager_id: await idOf('anita') })
    .execute()
  await load({ 'programme.json': plannedAbout({ expiryHours: 48, needsReview: true }) })
  const changed = { expiry_hours: 48, needs_review: true, pair_manager_id: await idOf('anita') }
  expect(await plansOf()).toMatchObject([changed, changed])
  await load({ 'programme.json': scheduled(), 'matching.json': null })
  expect(await plansOf()).toEqual([])
})

test('seekers, offers and groups are passed on once, with ids and times', async () => {
  await load()
  const [ravi, nisha, asha, meera, divya] = await Promise.all(['ravi', 'nisha', 'asha', 'meera', 'divya'].map(idOf))
  expect(loaded[0]?.pairManagers).toMatchObject([{ personId: await idOf('anita') }])
  expect(loaded[0]?.seekers).toHaveLength(5)
  expect(loaded[0]?.seekers[0]).toMatchObject({ personId: ravi, since: new Date('2026-03-02T10:00:00+05:30'), places: 3 })
  const offers = loaded[0]?.offers.map(({ issuedAt, chosenAt, endedAt, ...offer }) => ({
    ...offer,
    hours: [issuedAt, chosenAt, endedAt].map(hoursAgo),
  }))
  expect(offers).toMatchObject([
    { mentorId: ravi, menteeId: nisha, state: 'chosen', hours: [20, 5, null], endedBy: null },
    { mentorId: ravi, menteeId: asha, state: 'expired', hours: [200, null, 128], endedBy: 'mentee' },
  ])
  expect(loaded[0]?.groups).toMatchObject([{ mentorId: meera, menteeIds: [divya] }])
  expect(hoursAgo(loaded[0]?.groups[0]?.createdOn)).toBe(30)
  // Existing people may have found a partner since.
  await load({ 'programme.json': plannedAbout({ expiryHours: 48 }) })
  expect(loaded[1]).toEqual({ pairManagers: [], seekers: [], offers: [], groups: [] })
})

test('an export contains the matching settings but no seekers or offers', async () => {
  await load({ 'programme.json': plannedAbout({ needsApproval: false, groupSize: 5 }) })
  const before = await plansOf()
  const dir = emptyFolder()
  await exportProgramme(server.db, dir, server.clock.now())
  await server.db.deleteFrom('match_plan').execute()
  await loadDir(dir)
  expect(await plansOf()).toEqual(before)
  expect(loaded.at(-1)).toEqual({ pairManagers: [], seekers: [], offers: [], groups: [] })
})

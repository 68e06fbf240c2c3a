import { fileURLToPath } from 'node:url'
import { getGroupHoldInfo, getMatchInfo, getMatchList } from '@saathi/contract/matching/calls'
import { evaluateChoices } from '@saathi/contract/matching/choices'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { address } from '../../test/programme-mentorship.ts'
import { loadFolder } from '../programme/load/folder.ts'
import { reviewSeekers } from './pool/pool.ts'
import { runMatching } from './run/run.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const personOf = (name: string) =>
  server.db
    .selectFrom('person')
    .select(['id', 'matching_status as status'])
    .where('email', '=', address(name))
    .executeTakeFirstOrThrow()
const listOf = async (name: string, active: 'true' | 'false' = 'true') =>
  (await server.ask((await personOf(name)).id, getMatchList, { query: { active } })).body
const namesOf = async (name: string) => (await listOf(name)).matchTrackers.map(({ fullName }) => fullName).toSorted()

test.each([
  ['sneha', 1, 'READY'],
  ['tenzin', 1, 'READY'],
  ['joseph', 1, 'READY'],
  ['deepak', 1, 'READY'],
  ['salma', 1, 'READY'],
  ['farhan', 2, 'READY'],
  ['priya', 2, 'READY'],
  ['harpreet', 2, 'READY'],
  ['pooja', 3, 'ON_HOLD'],
  ['manoj', 4, 'GROUP_HOLD'],
  ['ritu', 4, 'GROUP_HOLD'],
  ['farida', 4, 'GROUP_HOLD'],
  ['gopal', 4, 'GROUP_HOLD'],
  ['asha', 1, null],
  ['ravi', 1, null],
  ['meera', 1, null],
  ['mentorship-ended', 1, null],
])('demo account %s is on screen %i', async (name, screen, status) => {
  expect((await listOf(name)).screen).toBe(screen)
  expect((await personOf(name)).status).toBe(status)
})

test('Farhan has three mentors with reasons, and a history', async () => {
  expect(await namesOf('farhan')).toEqual(['Deepak Chauhan', 'Ruth D’Souza', 'Shalini Gupta'])
  const { id: farhan } = await personOf('farhan')
  const [first] = (await listOf('farhan')).matchTrackers
  const info = (await server.ask(farhan, getMatchInfo, { params: { id: first?.id ?? 0 } })).body
  expect(info.criteriaJson).toHaveLength(8)
  expect(info.criteriaJson.reduce((sum, { points }) => sum + points, 0)).toBe(info.score)
  expect(info.criteriaJson[0]).toMatchObject({ key: 'languages', mandatory: true, match: true })
  expect(info.score).toBeGreaterThan(0)
  const history = (await listOf('farhan', 'false')).matchTrackers.map(({ status }) => status)
  expect(history.toSorted()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'EXPIRED', 'EXPIRED', 'REJECTED', 'SUCCESS'])
})

test('Priya is asked to answer Pooja', async () => {
  expect(await namesOf('priya')).toEqual(['Pooja Patil'])
})

test('Harpreet has a group of two, and one of three matches clashes once another is chosen', async () => {
  const { id: harpreet } = await personOf('harpreet')
  const group = (await server.ask(harpreet, getGroupHoldInfo, {})).body
  expect(group).toMatchObject({ groupSize: 4, actualSize: 2, groupStartsIn: 5, isStalled: false })
  const { matchTrackers } = await listOf('harpreet')
  const idOf = (name: string) => matchTrackers.find(({ fullName }) => fullName === name)?.id ?? 0
  const [salma, bala, nikhil] = ['Salma Qureshi', 'Bala Subramaniam', 'Nikhil Arora'].map(idOf)
  const chooser = {
    kind: 'group-mentor' as const,
    groupSize: group.groupSize,
    actualSize: group.actualSize,
    members: group.existingMemberInfo.filter(({ role }) => role === 'mentee').map(({ exclusiveCriteria }) => exclusiveCriteria),
  }
  const effects = evaluateChoices(
    chooser,
    matchTrackers.map((match) => (match.id === salma ? { ...match, interestStatus: 'INTERESTED' as const } : match)),
  )
  expect(effects.get(bala ?? 0)).toMatchObject({ groupCompatibility: 'INCOMPATIBLE', clashingCriterias: ['languages'] })
  expect(effects.get(nikhil ?? 0)).toMatchObject({ groupCompatibility: 'COMPATIBLE' })
  const untouched = evaluateChoices(chooser, matchTrackers)
  expect([...untouched.values()].map(({ groupCompatibility }) => groupCompatibility)).toEqual(Array(3).fill('COMPATIBLE'))
})

test('the next run finds a match for Sneha and leaves the screens of others unchanged', async () => {
  const projects = await server.db.selectFrom('match_plan').select('project_id as id').execute()
  const run = () =>
    inTransaction(server.app.world, pino({ level: 'silent' }), async (ctx) => {
      for (const { id } of projects) await runMatching(ctx, id, { dryRun: false })
    })
  await run()
  expect(await namesOf('sneha')).toContain('Joseph Toppo')
  expect((await listOf('sneha')).screen).toBe(2)
  const screens = await Promise.all(
    ['tenzin', 'joseph', 'farhan', 'priya', 'pooja', 'farida', 'harpreet'].map((name) => listOf(name)),
  )
  expect(screens.map(({ screen }) => screen)).toEqual([1, 1, 2, 2, 3, 4, 2])
  expect(await namesOf('farhan')).toHaveLength(3)
})

test('a second load of the same folder changes nothing', async () => {
  const count = async () => (await server.db.selectFrom('match_offer').select('id').execute()).length
  const before = await count()
  expect(await loadFolder(server.app.world, demo, server.app.log, async (password) => password)).toBe(false)
  expect(await count()).toBe(before)
})

test('loading a programme enqueues a review of every project with a matching plan', async () => {
  const plans = await server.db.selectFrom('match_plan').select('project_id').orderBy('project_id').execute()
  const { rows } = await server.pool.query(`select data ->> 'projectId' as id from jobs.job where name = 'matching.review'`)
  expect(plans.length).toBeGreaterThan(1)
  expect(rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(plans.map((plan) => plan.project_id)))
})

test('the review after a load changes nobody’s status', async () => {
  const seekers = () => server.db.selectFrom('match_seeker').selectAll().orderBy('person_id').execute()
  const open = () => server.db.selectFrom('match_offer').select(['id', 'state']).orderBy('id').execute()
  const before = [await seekers(), await open()]
  const people = await server.db.selectFrom('person').select('id').orderBy('id').execute()
  await inTransaction(server.app.world, pino({ level: 'silent' }), (ctx) =>
    reviewSeekers(
      ctx,
      people.map(({ id }) => id),
    ),
  )
  expect([await seekers(), await open()]).toEqual(before)
})

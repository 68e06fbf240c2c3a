import { randomUUID } from 'node:crypto'
import { listProjects } from '@saathi/contract/accounts/sign-up-calls'
import { endRight, listTeam } from '@saathi/contract/accounts/team-calls'
import { listActs } from '@saathi/contract/staff/audit-calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import * as calls from '@saathi/contract/staff/programme-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../../test/newcomers.ts'
import { cohortDates, newCode, programmeSettings } from '../../../test/programme-settings.ts'
import { nextYear } from './changes.ts'

const ABSENT = 2_000_000_000
let server: TestServer
let admin: Newcomer
let settings: ReturnType<typeof programmeSettings>
let source: number
let programmeId: number
let number = 0
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
  settings = programmeSettings(server, admin)
  const { programmes } = await admin.ask(calls.listProgrammes, {})
  source = programmes.find(({ name }) => name === 'Saathi one to one')?.id ?? 0
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  programmeId = await settings.create(`Pragati ${number}`, source)
})

const params = () => ({ programmeId })
const show = (of = programmeId) => settings.show(of)
const tryCreate = (name: string, more: Record<string, string> = {}) =>
  server.ask(null, calls.createProgramme, { body: { name, groupType: '1to1', copyOf: null } }, { ...admin.headers, ...more })

describe('[STF-09] a programme', () => {
  test('is copied with sessions and plan, without people, closed until it is opened', async () => {
    const [copy, original] = [await show(), await show(source)]
    expect(copy).toMatchObject({ isDisabled: true, counts: { people: 0, running: 0 }, hasPlan: true, codes: [] })
    expect(copy.schedule).toEqual(original.schedule)
    expect(copy.plan).toEqual(original.plan)
    const projects = async () => (await server.ask(null, listProjects, {})).body.data.projects
    expect((await projects())[copy.key]?.isDisabled).toBe(true)
    await settings.open(programmeId)
    expect((await projects())[copy.key]?.isDisabled).toBe(false)
    await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: copy.key })
    expect((await show()).counts.people).toBe(1)
    expect((await admin.ask(calls.listProgrammes, {})).programmes.find(({ id }) => id === programmeId)?.people).toBe(1)
  })

  test('is copied with its cohorts a year later', async () => {
    const body = { name: 'Spring 2026', signUpFrom: '2026-01-01', startsOn: '2026-02-01', endsOn: '2027-01-31' }
    await admin.ask(calls.addCohort, { params: params(), body })
    const copy = await settings.create(`Copy ${number}`, programmeId)
    expect((await show(copy)).cohorts).toMatchObject([
      { name: 'Spring 2027', signUpFrom: '2027-01-01', startsOn: '2027-02-01', endsOn: '2028-01-31', people: 0 },
    ])
    expect(nextYear('2028-02-29')).toBe('2029-02-28')
  })

  test('is created once, however often Create is pressed, and never shares its name', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const pressed = await Promise.all([1, 2, 3].map(() => tryCreate(`Udaan ${number}`, key)))
    expect(new Set(pressed.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(pressed[0]?.status).toBe(200)
    const race = await Promise.all([1, 2, 3].map(() => tryCreate(`Umang ${number}`)))
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await tryCreate(`uMANG ${number}`)).body.code).toBe('staff.programme_name_taken')
    expect((await settings.trySave.basics(programmeId, { name: `Umang ${number}` })).body.code).toBe('staff.programme_name_taken')
    expect((await tryCreate('   ')).body.code).toBe('core.bad_input')
  })

  test('keeps its type once somebody has joined, and only offers languages of the product', async () => {
    expect((await settings.trySave.basics(programmeId, { groupType: '1toM', isDisabled: false })).status).toBe(200)
    const { key } = await show()
    await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: key })
    const trySave = settings.trySave.basics
    expect((await trySave(programmeId, { groupType: '1to1' })).body.code).toBe('staff.programme_has_people')
    expect((await trySave(programmeId, { languages: ['tlh'] })).body.code).toBe('content.language_not_offered')
    expect((await trySave(programmeId, { languages: ['mr', 'hi', 'mr'] })).body).toMatchObject({ languages: ['mr', 'hi'] })
    const { programmes } = await admin.ask(getConsole, {})
    expect(programmes.find(({ id }) => id === programmeId)?.languages).toEqual(['mr', 'hi'])
  })

  test('refuses cohorts with dates in the wrong order or a name twice', async () => {
    const add = (name: string, dates: object) =>
      server.ask(
        null,
        calls.addCohort,
        { params: params(), body: { name, ...cohortDates(server, 0, 10), ...dates } },
        admin.headers,
      )
    expect((await add('A', { endsOn: '2020-01-01' })).body.code).toBe('staff.cohort_dates')
    expect((await add('A', { signUpFrom: '2999-01-01' })).body.code).toBe('staff.cohort_dates')
    expect((await add('A', { startsOn: '2026-02-30' })).body.code).toBe('core.bad_input')
    expect((await add('A', {})).status).toBe(200)
    expect((await add('A', {})).body.code).toBe('staff.cohort_name_taken')
  })

  test('has 100 cohorts and 500 codes at most, and shows them all', async () => {
    const names = Array.from({ length: 499 }, (_, at) => `FULL-${number}-${at}`)
    const of = { project_id: programmeId, is_active: true }
    const { signUpFrom: sign_up_from, startsOn: starts_on, endsOn: ends_on } = cohortDates(server, 0, 10)
    const cohorts = names.slice(0, 99).map((name) => ({ project_id: programmeId, name, sign_up_from, starts_on, ends_on }))
    await server.db.insertInto('cohort').values(cohorts).execute()
    await server.db
      .insertInto('institution')
      .values(names.map((code) => ({ ...of, code, name: code })))
      .execute()
    const add = async (name: string) => {
      const dates = { name, ...cohortDates(server, 0, 10) }
      const cohort = await server.ask(null, calls.addCohort, { params: params(), body: dates }, admin.headers)
      const code = await server.ask(null, calls.addCode, { params: params(), body: { ...newCode, code: name } }, admin.headers)
      return [cohort.status, cohort.body.code, code.status, code.body.code]
    }
    expect(await add(`LAST-${number}`)).toEqual([200, undefined, 200, undefined])
    expect(await add(`MORE-${number}`)).toEqual([409, 'staff.too_many', 409, 'staff.too_many'])
    const shown = await show()
    expect([shown.cohorts.length, shown.codes.length]).toEqual([100, 500])
  })
})

describe('[STF-09] two people who edit at once', () => {
  test('cannot overwrite a change that they have not seen, and a repeat after a lost reply is no conflict', async () => {
    const { trySave } = settings
    const first = await show()
    const version = first.versions.basics
    expect((await trySave.basics(programmeId, { emailDomains: ['a.example'], version })).status).toBe(200)
    expect((await trySave.basics(programmeId, { emailDomains: ['b.example'], version })).body.code).toBe(
      'staff.programme_changed',
    )
    expect((await trySave.basics(programmeId, { emailDomains: ['a.example'], version })).status).toBe(200)

    const sessions = first.schedule.slice(0, 1).map(({ sessionId }) => ({ sessionId, days: 20 }))
    // Another part has another version.
    expect((await trySave.schedule(programmeId, { sessions, version: first.versions.schedule })).status).toBe(200)
    expect((await trySave.schedule(programmeId, { sessions: [], version: first.versions.schedule })).body.code).toBe(
      'staff.programme_changed',
    )
    expect((await trySave.plan(programmeId, { expiryHours: 24, version: first.versions.plan })).status).toBe(200)
    expect((await trySave.plan(programmeId, { expiryHours: 25, version: first.versions.plan })).body.code).toBe(
      'staff.programme_changed',
    )

    const dates = { name: 'Spring', ...cohortDates(server, 0, 100) }
    const [cohort] = (await admin.ask(calls.addCohort, { params: params(), body: dates })).cohorts
    const ofCohort = { programmeId, cohortId: cohort?.id ?? 0 }
    const rename = (name: string, cohortId = ofCohort.cohortId) => {
      const body = { ...dates, name, version: cohort?.version ?? '' }
      return server.ask(null, calls.changeCohort, { params: { programmeId, cohortId }, body }, admin.headers)
    }
    expect((await rename('Summer')).body.cohorts).toMatchObject([{ name: 'Summer' }])
    expect((await rename('Autumn')).body.code).toBe('staff.programme_changed')
    expect((await rename('Autumn', ABSENT)).body.code).toBe('staff.cohort_not_found')

    const added = await admin.ask(calls.addCode, { params: params(), body: { code: `TWO-${number}`, ...newCode } })
    const change = (places: number, code = `TWO-${number}`) => {
      const body = { ...newCode, places, version: added.codes[0]?.version ?? '' }
      return server.ask(null, calls.changeCode, { params: { programmeId, code }, body }, admin.headers)
    }
    expect((await change(5)).body.codes).toMatchObject([{ places: 5 }])
    expect((await change(6)).body.code).toBe('staff.programme_changed')
    expect((await change(6, 'NO-SUCH')).body.code).toBe('staff.code_not_found')
  })
})

describe('[STF-09] rights', () => {
  test('a manager of one programme changes it, sees no other one and creates none; every change is on record', async () => {
    await settings.open(programmeId)
    const manager = await settings.addManager(programmeId)
    expect(await manager.ask(calls.listProgrammes, {})).toMatchObject({ programmes: [{ id: programmeId }], mayCreate: false })
    const { team } = await manager.ask(calls.getProgramme, { params: params() })
    expect(team).toContainEqual(expect.objectContaining({ personId: manager.id, role: 'ProgramManager', isEverywhere: false }))
    const body = { name: 'Hers', ...cohortDates(server, 0, 9) }
    await manager.ask(calls.addCohort, { params: params(), body })
    for (const id of [source, ABSENT]) {
      const foreign = await server.ask(null, calls.getProgramme, { params: { programmeId: id } }, manager.headers)
      expect([foreign.status, foreign.body.code]).toEqual([404, 'staff.programme_not_found'])
      const changed = { params: { programmeId: id }, body: { sessions: [], version: '' } }
      expect((await server.ask(null, calls.setSchedule, changed, manager.headers)).status).toBe(404)
    }
    const own = { name: 'Her own', groupType: '1to1', copyOf: null } as const
    expect((await server.ask(null, calls.createProgramme, { body: own }, manager.headers)).body.code).toBe(
      'staff.programme_beyond_yours',
    )
    const { acts } = await admin.ask(listActs, { query: { changesOnly: '1' } })
    expect(acts.some(({ staffId, summary }) => staffId === manager.id && summary === 'Add a cohort')).toBe(true)
  })

  test('a right that has ended stops at the next call', async () => {
    await settings.open(programmeId)
    const manager = await settings.addManager(programmeId)
    await manager.ask(calls.getProgramme, { params: params() })
    const { members } = await admin.ask(listTeam, {})
    const right = members.find(({ personId }) => personId === manager.id)?.rights[0]
    await admin.ask(endRight, { params: { id: right?.id ?? 0 }, body: {} })
    const body = { name: 'Too late', ...cohortDates(server, 0, 9) }
    expect((await server.ask(null, calls.addCohort, { params: params(), body }, manager.headers)).status).toBe(403)
    expect((await show()).cohorts).toEqual([])
  })

  test('a member and somebody signed out are refused', async () => {
    await settings.open(programmeId)
    const { key } = await show()
    const member = await signUpByMail(server, { firstName: 'Om', role: 'Mentee', project: key })
    expect((await server.ask(null, calls.listProgrammes, {}, member.headers)).status).toBe(403)
    expect((await server.ask(null, calls.listProgrammes, {})).status).toBe(401)
  })
})

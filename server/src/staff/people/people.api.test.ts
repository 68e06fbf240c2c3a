import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import * as accounts from '@saathi/contract/accounts/staff-calls'
import type { StaffRole } from '@saathi/contract/accounts/roles'
import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/staff/people-calls'
import { searchConsole } from '@saathi/contract/staff/search-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMatching, buildSeeker } from '../../../test/matching.ts'
import { buildStaffOf as buildStaffInProgramme } from '../../../test/staff-rights.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildMentorship, buildProject } from '../../../test/mentorships.ts'

const ABSENT = 2_000_000_000
const reason = 'Before a call'
let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildStaff('Admin')
})
afterAll(() => server.stop())

async function buildStaff(role: StaffRole) {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

const buildStaffOf = (role: StaffRole, projectId: number) => buildStaffInProgramme(server, role, projectId)

const keyOf = async (projectId: number) =>
  (await server.db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirstOrThrow()).key

async function invite(by: number, projectId: number, changes: Partial<CallInput<typeof accounts.addPerson>['body']> = {}) {
  const person = { role: 'Mentee', firstName: 'Dolma', lastName: 'Bhutia', newPrimaryLanguage: 'en' } as const
  const email = `${randomUUID()}@saathi.example`
  const body = { ...person, email, project: await keyOf(projectId), ...changes }
  return server.ask(by, accounts.addPerson, { body })
}

const list = (by: number, query: CallInput<typeof calls.listPeople>['query'] = {}) => server.ask(by, calls.listPeople, { query })
const idsOf = async (by: number, query: CallInput<typeof calls.listPeople>['query'] = {}) =>
  (await list(by, query)).body.people.map(({ id }) => id)
const open = (by: number, personId: number) => server.ask(by, calls.getPersonFacts, { params: { personId }, query: { reason } })

describe('[STF-07] the list of people', () => {
  test("shows the people of the reader's programmes only; a coordinator sees the pairs they manage", async () => {
    const pair = await buildMentorship(server, { withPairManager: true })
    const other = await buildMentorship(server)
    const manager = await buildStaffOf('ProgramManager', pair.projectId)
    const everyone = new Set([pair.mentorId, ...pair.menteeIds])
    expect(new Set(await idsOf(manager))).toEqual(everyone)
    expect(await idsOf(manager, { programme: other.projectId })).toEqual([])
    const coordinator = pair.pairManagerId ?? 0
    await markSecondFactor(server, coordinator)
    expect(await idsOf(coordinator)).toEqual(expect.arrayContaining([...everyone]))
    expect(await idsOf(coordinator)).not.toContain(other.mentorId)
    expect((await list(await buildStaff('Author'))).body.code).toBe('core.forbidden')
    expect((await list(await server.buildPerson())).body.code).toBe('core.forbidden')
  })

  test('[STF-03] shows a coordinator the people of their pairs only in the programmes of their right', async () => {
    const [own, foreign] = [await buildMentorship(server), await buildMentorship(server)]
    const coordinator = await buildStaffOf('PairManager', own.projectId)
    const manages = { person_id: coordinator, part: 'pair_manager', joined_at: server.clock.now() }
    await server.db
      .insertInto('mentorship_member')
      .values([own, foreign].map(({ id }) => ({ ...manages, mentorship_id: id })))
      .execute()
    const seen = (await idsOf(coordinator)).filter((id) => id !== coordinator)
    expect(new Set(seen)).toEqual(new Set([own.mentorId, ...own.menteeIds]))
    expect((await open(coordinator, own.mentorId)).status).toBe(200)
    expect(await open(coordinator, foreign.mentorId)).toMatchObject({ status: 404, body: (await open(coordinator, ABSENT)).body })
    const names = server.db.updateTable('person').set({ first_name: 'Uttara', last_name: 'Sen' })
    await names.where('id', 'in', [own.mentorId, foreign.mentorId]).execute()
    const { groups } = (await server.ask(coordinator, searchConsole, { query: { text: 'Uttara' } })).body
    const found = (kind: string) => groups.find((group) => group.kind === kind)?.results.map(({ id }) => id)
    expect([found('person'), found('pair')]).toEqual([[own.mentorId], [own.id]])
  })

  test('gives each person one stage, by which the filter finds them', async () => {
    const { projectId } = await buildMatching(server, { plan: { needs_approval: true } })
    const manager = await buildStaffOf('ProgramManager', projectId)
    const waiting = await buildSeeker(server, { projectId, part: 'mentee' })
    const unapproved = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
    const invited = (await invite(manager, projectId)).body.personId
    const preparing = (await invite(manager, projectId)).body.personId
    await server.ask(manager, accounts.setVerified, { params: { personId: preparing }, body: { isVerified: true } })
    const blocked = (await invite(manager, projectId)).body.personId
    await server.ask(manager, accounts.setDisabled, { params: { personId: blocked }, body: { isDisabled: true, reason } })
    const stages = new Map((await list(manager)).body.people.map(({ id, stage }) => [id, stage]))
    expect(stages).toEqual(
      new Map([
        [waiting, 'waits_for_match'],
        [unapproved, 'needs_approval'],
        [invited, 'invited'],
        [preparing, 'preparing'],
        [blocked, 'blocked'],
      ]),
    )
    for (const [id, stage] of stages) expect(await idsOf(manager, { stage })).toEqual([id])
    const pair = await buildMentorship(server)
    const group = await buildMentorship(server, { mentees: 2 })
    expect((await open(admin, pair.mentorId)).body.stage).toBe('in_pair')
    expect(await idsOf(admin, { stage: 'in_pair', programme: pair.projectId })).toHaveLength(2)
    expect(await idsOf(admin, { stage: 'in_group', programme: group.projectId })).toHaveLength(3)
    expect(await idsOf(admin, { stage: 'staff' })).toContain(admin)
  })

  test('finds people by the beginning of each word of name, address or phone, in any script', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const mark = randomUUID().slice(0, 8)
    const add = async (firstName: string, lastName: string, email: string) =>
      (await invite(admin, projectId, { firstName, lastName, email })).body.personId
    const asha = await add('Asha', `Rao${mark}`, `asha.${mark}@college.example`)
    const hindi = await add('आशा', `रा${mark}`, `${mark}@nirmaan.example`)
    const quoted = await add("O'Hara", `\\${mark}`, `ohara-${mark}@x.example`)
    const find = (search: string) => idsOf(admin, { search, programme: projectId })
    expect(await find('ash')).toEqual([asha])
    expect(await find(`rao${mark} ASHA`)).toEqual([asha])
    expect(await find('college')).toEqual([asha])
    expect(await find(`asha.${mark}@col`)).toEqual([asha])
    expect(await find('आशा')).toEqual([hindi])
    expect(await find("o'ha")).toEqual([quoted])
    expect(await find(`\\${mark}`)).toEqual([quoted])
    expect(await find('sha')).toEqual([])
    for (const hostile of ["'", '\\', ':*', '& |', '!!', "a':* | 'b", '%', ' '.repeat(90)]) {
      expect((await list(admin, { search: hostile })).status).toBe(200)
    }
  })

  test('pages without losing or repeating anybody, in each order', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const added: number[] = []
    for (let at = 0; at < 53; at += 1) {
      server.clock.advance(1)
      added.push((await invite(admin, projectId, { firstName: at % 2 ? 'Same' : `Name${at % 7}` })).body.personId)
    }
    const orders = new Map<string, number[]>()
    for (const sort of ['name', 'newest', 'oldest'] as const) {
      const first = (await list(admin, { programme: projectId, sort })).body
      expect([first.people.length, first.total]).toEqual([50, 53])
      const second = (await list(admin, { programme: projectId, sort, after: first.next ?? '' })).body
      expect([second.people.length, second.next]).toEqual([3, null])
      const shown = [...first.people, ...second.people].map(({ id }) => id)
      expect(shown).toHaveLength(added.length)
      expect(new Set(shown)).toEqual(new Set(added))
      orders.set(sort, shown)
      const wrong = await list(admin, {
        programme: projectId,
        sort: sort === 'name' ? 'newest' : 'name',
        after: first.next ?? '',
      })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'staff.bad_cursor' } })
    }
    expect(orders.get('newest')).toEqual(added.toReversed())
    expect(orders.get('oldest')).toEqual(added)
    expect((await list(admin, { after: 'AAAA' })).body.code).toBe('staff.bad_cursor')
  })

  test('can be saved as a view, which belongs to one person', async () => {
    const save = (name: string, query: string) => server.ask(admin, calls.saveView, { body: { name, query } })
    const { id } = (await save('Waiting', 'stage=waits_for_match')).body
    expect((await save('Waiting', 'stage=invited')).body).toEqual({ id, name: 'Waiting', query: 'stage=invited' })
    const other = await buildStaff('Admin')
    expect((await server.ask(other, calls.listSavedViews, {})).body.views).toEqual([])
    await server.ask(other, calls.deleteView, { params: { id } })
    expect((await server.ask(admin, calls.listSavedViews, {})).body.views).toHaveLength(1)
    for (let at = 1; at < 20; at += 1) await save(`View ${at}`, '')
    expect((await save('One more', '')).body.code).toBe('staff.too_many_views')
    await server.ask(admin, calls.deleteView, { params: { id } })
    expect((await save('One more', '')).status).toBe(200)
  })
})

describe('[STF-07] the page of a person', () => {
  test('[STF-12] needs a reason, which the person can read with the name of who opened it', async () => {
    const { projectId } = await buildMatching(server)
    const asha = await buildSeeker(server, { projectId, part: 'mentee' })
    const query = { reason: ' ' }
    expect((await server.ask(admin, calls.getPersonFacts, { params: { personId: asha }, query })).status).toBe(400)
    const { body } = await open(admin, asha)
    expect(body).toMatchObject({ id: asha, stage: 'waits_for_match', canChange: true, match: { isApproved: null } })
    expect(JSON.stringify(body)).not.toContain('password')
    await server.ask(
      admin,
      calls.addStaffNote,
      { params: { personId: asha }, body: { text: 'Asked about dates.' } },
      { 'idempotency-key': randomUUID() },
    )
    const { looks } = (await server.ask(asha, listLooksAtMe, { query: {} })).body
    expect(looks).toMatchObject([
      { what: 'wrote_note', reason: null },
      { what: 'opened_page', reason, by: expect.stringContaining('Person') },
    ])
    expect((await open(admin, asha)).body.notes).toMatchObject([{ text: 'Asked about dates.' }])
    expect((await server.ask(await server.buildPerson(), listLooksAtMe, { query: {} })).body.looks).toEqual([])
  })

  test('of a foreign programme is answered like an unknown one, for reading and for changing', async () => {
    const [own, foreign] = [await buildProject(server, [], '1to1'), await buildProject(server, [], '1to1')]
    const manager = await buildStaffOf('ProgramManager', own)
    const stranger = (await invite(admin, foreign)).body.personId
    for (const personId of [stranger, ABSENT, admin]) {
      const params = { personId }
      const notFound = { status: 404, body: { code: 'accounts.person_not_found' } }
      expect(await open(manager, personId)).toMatchObject(notFound)
      expect(await server.ask(manager, accounts.setFlags, { params, body: { session: 'off' } })).toMatchObject(notFound)
      expect(await server.ask(manager, accounts.setDisabled, { params, body: { isDisabled: true, reason } })).toMatchObject(
        notFound,
      )
      expect(await server.ask(manager, accounts.signOutEverywhere, { params, body: {} })).toMatchObject(notFound)
      expect(await server.ask(manager, accounts.inviteAgain, { params, body: {} })).toMatchObject(notFound)
      expect(await server.ask(manager, calls.changeRole, { params, body: { role: 'Mentor', reason } })).toMatchObject(notFound)
      const body = { email: `${randomUUID()}@saathi.example`, reason }
      expect(await server.ask(manager, accounts.changeAddress, { params, body })).toMatchObject(notFound)
    }
    expect((await invite(manager, foreign)).body.code).toBe('accounts.right_beyond_yours')
    expect((await invite(manager, own, { role: 'Admin' })).body.code).toBe('accounts.right_beyond_yours')
    expect((await invite(manager, own)).status).toBe(200)
  })
})

describe('[STF-08] acts on a person', () => {
  test('on a colleague are for administrators: a manager of all programmes cannot take over an account', async () => {
    const manager = await buildStaff('ProgramManager')
    const params = { personId: await buildStaff('Admin') }
    const notFound = { status: 404, body: { code: 'accounts.person_not_found' } }
    const body = { email: `${randomUUID()}@saathi.example`, reason }
    expect(await server.ask(manager, accounts.changeAddress, { params, body })).toMatchObject(notFound)
    expect(await server.ask(manager, accounts.setDisabled, { params, body: { isDisabled: true, reason } })).toMatchObject(
      notFound,
    )
    expect(await server.ask(manager, accounts.signOutEverywhere, { params, body: {} })).toMatchObject(notFound)
    expect((await open(manager, params.personId)).body.canChange).toBe(false)
    expect((await open(admin, params.personId)).body.canChange).toBe(true)
  })

  test('can change the address: both addresses get a mail, devices are signed out, and the new address must be confirmed', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const email = `${randomUUID()}@old.example`
    const { personId } = (await invite(admin, projectId, { email })).body
    await server.ask(admin, accounts.setVerified, { params: { personId }, body: { isVerified: true } })
    expect((await server.ask(personId, getProfile, {})).status).toBe(200)
    const next = `${randomUUID()}@new.example`
    const change = (address: string) =>
      server.ask(admin, accounts.changeAddress, { params: { personId }, body: { email: address, reason } })
    const taken = `${randomUUID()}@taken.example`
    await invite(admin, projectId, { email: taken })
    expect((await change(taken)).body.code).toBe('accounts.address_taken')
    expect((await change(next)).status).toBe(200)
    expect((await open(admin, personId)).body).toMatchObject({ email: next, isVerified: false, signIns: { openCount: 0 } })
    const mailed = async () => {
      const mails = await server.db
        .selectFrom('mail')
        .select('to_address as address')
        .where('to_address', 'in', [email, next])
        .execute()
      return new Set(mails.map(({ address }) => address))
    }
    await expect.poll(mailed).toEqual(new Set([email, next]))
  })

  test('can change the role only before the person looks for a match', async () => {
    const { projectId } = await buildMatching(server)
    const { personId } = (await invite(admin, projectId)).body
    const change = (id: number) =>
      server.ask(admin, calls.changeRole, { params: { personId: id }, body: { role: 'Mentor', reason } })
    expect((await change(personId)).status).toBe(200)
    expect((await open(admin, personId)).body.role).toBe('Mentor')
    const seeker = await buildSeeker(server, { projectId, part: 'mentee' })
    expect((await change(seeker)).body.code).toBe('staff.role_in_use')
    expect((await change(await buildStaff('Author'))).body.code).toBe('staff.role_in_use')
  })

  test('send the invitation again, at most once a minute, until the person has joined', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const { personId } = (await invite(admin, projectId)).body
    const again = () => server.ask(admin, accounts.inviteAgain, { params: { personId }, body: {} })
    expect((await again()).body.code).toBe('accounts.just_invited')
    server.clock.advance(61)
    expect((await again()).status).toBe(200)
    await server.ask(admin, accounts.setVerified, { params: { personId }, body: { isVerified: true } })
    expect((await again()).body.code).toBe('accounts.already_joined')
  })

  test('can end every sign-in of the person', async () => {
    const pair = await buildMentorship(server)
    expect((await server.ask(pair.mentorId, getProfile, {})).status).toBe(200)
    await server.ask(admin, accounts.signOutEverywhere, { params: { personId: pair.mentorId }, body: {} })
    expect((await open(admin, pair.mentorId)).body.signIns.openCount).toBe(0)
  })
})

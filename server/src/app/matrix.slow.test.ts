import { Role } from '@saathi/contract/accounts/roles'
import { getProfile } from '@saathi/contract/accounts/calls'
import { endSignIn, signIn } from '@saathi/contract/accounts/identity-calls'
import { setFlags } from '@saathi/contract/accounts/staff-calls'
import { defineCall } from '@saathi/contract/core/call'
import { Id, Nothing } from '@saathi/contract/core/fields'
import { everyCall } from '@saathi/contract/every-call'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { can } from '#accounts/public.ts'
import { actors, ENDED_RIGHT } from '../../test/matrix/actors.ts'
import { callKey } from '../../test/matrix/call-input.ts'
import { type Cell, contractRules, runMatrix, wrongCells } from '../../test/matrix/cells.ts'
import { referencedIds, objectRows, rowOf } from '../../test/matrix/objects.ts'
import { callSamples } from '../../test/matrix/samples.ts'
import type { TestServer } from '../../test/harness.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import type { Actor } from '../core/ctx.ts'
import { notFound } from '../core/errors.ts'
import { serve } from '../core/serve.ts'

describe('every call, for every actor, on every kind of object', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startFullServer()
  })
  afterAll(() => server.stop())

  test.each(everyCall.map((call) => [callKey(call), call] as const))('%s', { timeout: 180_000 }, async (_key, call) => {
    const cells = await runMatrix(server, [call])
    expect(wrongCells(cells)).toEqual([])
    const row = rowOf(call, objectRows)
    const others = { ...row?.foreign, ...row?.also }
    expect(cells).toHaveLength(actors.length * (row ? 2 + Object.keys(others).length : 1))
  })

  test('the tables contain only existing calls', () => {
    const keys = new Set(everyCall.map(callKey))
    expect([...Object.keys(objectRows), ...Object.keys(callSamples)].filter((key) => !keys.has(key))).toEqual([])
  })
})

test('a call that refers to an object and has no row is reported with what to add', () => {
  const base = { method: 'POST', action: 'own_account.write', summary: 'Only for this test', reply: Nothing, errors: [] } as const
  const nested = z.object({ people: z.array(z.object({ mentorId: z.optional(z.number()) })) })
  for (const [call, by] of [
    [defineCall({ ...base, path: '/api/test/things/:name/', params: z.object({ name: z.string() }) }), `the path's name`],
    [defineCall({ ...base, path: '/api/test/a/', body: z.object({ thing: Id }) }), 'body.thing'],
    [defineCall({ ...base, path: '/api/test/b/', query: z.object({ room: z.optional(z.uuid()) }) }), 'query.room'],
    [defineCall({ ...base, path: '/api/test/c/', body: nested }), 'body.people.mentorId'],
    [defineCall({ ...base, path: '/api/test/d/', form: { fields: z.object({ id: z.string() }), files: {} } }), 'form.id'],
  ] as const) {
    expect(referencedIds(call)).toEqual([by])
    expect(() => rowOf(call, objectRows)).toThrow(`${callKey(call)} names an object by ${by} and has no row in`)
  }
  expect(referencedIds(signIn)).toEqual([])
})

describe('the matrix reports', { timeout: 180_000 }, () => {
  const thing = z.object({ thing: Id })
  const base = {
    method: 'POST',
    action: 'own_account.write',
    summary: 'Only for this test',
    errors: ['help.case_not_found'],
  } as const
  const unchecked = defineCall({ ...base, path: '/api/test/unchecked/', body: thing, reply: thing })
  const revealing = defineCall({ ...base, path: '/api/test/revealing/', body: thing, reply: thing })
  const FOREIGN = 7
  const things = {
    own: () => ({ body: { thing: 1 } }),
    foreign: { 'another person’s': () => ({ body: { thing: FOREIGN } }) },
    absent: () => ({ body: { thing: 9 } }),
  }
  const staffOnly: typeof can = (actor, action) =>
    can(actor, action) && (action !== 'own_account.write' || actor.role === 'Admin')
  const rules = {
    ...contractRules,
    rows: { ...objectRows, [callKey(unchecked)]: things, [callKey(revealing)]: things },
    mayDo: staffOnly,
  }
  const real = [getProfile, endSignIn, setFlags, toggleBookmark]

  let server: TestServer
  beforeAll(async () => {
    server = await startFullServer()
    serve(server.app, unchecked, async (_ctx, { body }) => {
      if (body.thing === 9) throw notFound('help.case_not_found')
      return body
    })
    serve(server.app, revealing, async (_ctx, { body }) => {
      if (body.thing === 9) throw notFound('help.case_not_found')
      if (body.thing === FOREIGN) throw notFound('help.case_not_found', { text: 'refusal.help.off' })
      return body
    })
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.app.identity.can = staffOnly
  })

  const wrong = async (calls: Parameters<typeof runMatrix>[1]) => wrongCells(await runMatrix(server, calls, rules))
  const only = (cells: Cell[], key: 'actor' | 'object' | 'got') => [...new Set(cells.map((cell) => cell[key]))].toSorted()

  test('nothing if every check is in place', async () => {
    expect(await wrong(real)).toEqual([])
  })

  test('a foreign object that is returned, or answered differently from a missing one', async () => {
    for (const [call, got] of [
      [unchecked, '200 {"thing":7} instead of 404'],
      [revealing, 'The help centre is not open for you.'],
    ] as const) {
      const cells = await wrong([call])
      expect(cells.map(({ actor }) => actor)).toEqual(['Admin', 'Admin without second factor'])
      expect(cells[0]).toMatchObject({ object: 'another person’s', got: expect.stringContaining(got) })
    }
  })

  test('wrong permissions if the permission table allows everything', async () => {
    server.app.identity.can = () => true
    const cells = await wrong([endSignIn])
    expect(only(cells, 'actor')).toEqual([...Role.options.filter((role) => role !== 'Admin'), ENDED_RIGHT].toSorted())
    expect(cells.filter(({ object }) => object === 'own').map(({ got }) => got)).toContain('allowed')
  })

  test('the actor without a second factor if that check is missing', async () => {
    server.app.identity.can = (actor, action) => staffOnly({ ...actor, hasSecondFactor: true }, action)
    expect(only(await wrong([setFlags]), 'actor')).toEqual(['Admin without second factor'])
  })

  test('wrong refusals if the table allows nothing', async () => {
    server.app.identity.can = () => false
    expect(only(await wrong([getProfile]), 'got')).toEqual(['forbidden'])
  })

  test('the affected actor if a sign-in check is missing', async () => {
    const { readToken, findActor } = server.app.identity
    const withoutCheck = async (claims: { personId: number; sessionId: string }, condition: 'disabled' | 'ended') => {
      const row = await server.db
        .selectFrom('sign_in')
        .innerJoin('person', 'person.id', 'sign_in.person_id')
        .select(['person.disabled_at', 'sign_in.ended_at'])
        .where('sign_in.id', '=', claims.sessionId)
        .executeTakeFirstOrThrow()
      const isSkipped = condition === 'disabled' ? row.disabled_at !== null : row.ended_at !== null
      return isSkipped
        ? ({
            ...claims,
            role: 'Admin',
            language: 'en',
            hasSecondFactor: true,
            rights: [{ role: 'Admin', projectId: null }],
          } satisfies Actor)
        : null
    }
    for (const [actor, condition] of [
      ['disabled', 'disabled'],
      ['ended sign-in', 'ended'],
    ] as const) {
      server.app.identity.findActor = async (db, claims, now) =>
        (await findActor(db, claims, now)) ?? withoutCheck({ personId: claims.personId, sessionId: claims.sessionId }, condition)
      expect(only(await wrong([getProfile]), 'actor')).toEqual([actor])
    }
    server.app.identity.findActor = findActor
    server.app.identity.readToken = async (authorization) => {
      if (!authorization) return null
      const { sub, sid, exp = 0 } = decodeJwt(authorization.slice(7))
      return { personId: Number(sub), sessionId: String(sid), expiresAt: new Date(exp * 1000) }
    }
    expect(only(await wrong([getProfile]), 'actor')).toEqual(['expired token'])
    server.app.identity.readToken = readToken
    expect(await wrong([getProfile])).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toSnake, compileWire, MAX_DEPTH, WireError } from './wire.ts'

/** A random schema with random values of it, so that each property is tried on many shapes. */
const fieldName = fc.stringMatching(/^[a-z]{1,6}([A-Z][a-z0-9]{0,5}){0,3}$/)
const leaf = fc.constantFrom(
  { schema: z.string(), values: fc.string() },
  { schema: z.number(), values: fc.integer() },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.nullable(z.string()), values: fc.option(fc.string()) },
  // Keys of a record are data: any text, even text that looks like a field name.
  {
    schema: z.record(z.string(), z.number()),
    values: fc.dictionary(fc.oneof(fieldName, fc.string()).filter(isData), fc.integer()),
  },
)
type Shape = { schema: z.ZodMiniType; values: fc.Arbitrary<unknown> }
function isData(key: string) {
  return !['__proto__', 'constructor', 'prototype'].includes(key)
}

const { node } = fc.letrec<{ node: Shape }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf as fc.Arbitrary<Shape>,
    tie('node').map(({ schema, values }) => ({ schema: z.array(schema), values: fc.array(values, { maxLength: 3 }) })),
    fc
      .uniqueArray(fc.tuple(fieldName, tie('node')), { minLength: 1, maxLength: 4, selector: ([name]) => toSnake(name) })
      .map((fields) => ({
        schema: z.object(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]))),
        values: fc.record(Object.fromEntries(fields.map(([name, { values }]) => [name, values])), { noNullPrototype: true }),
      })),
  ),
}))
const sample = node.chain(({ schema, values }) => values.map((value) => ({ schema, value })))

describe('converting to the wire and back gives the same value', () => {
  test('for any shape and any value of it', () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { toWire, fromWire } = compileWire(schema)
        const sent: unknown = JSON.parse(JSON.stringify(toWire(value)))
        expect(fromWire(sent, 'refuse')).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })

  test('and no field name on the wire contains a capital letter', () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        for (const name of ownNames(schema, compileWire(schema).toWire(value))) expect(name).not.toMatch(/[A-Z]/)
      }),
    )
  })
})

/** The keys on the wire that the schema names. */
function ownNames(schema: z.ZodMiniType, wire: unknown): string[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'array' && Array.isArray(wire)) return wire.flatMap((item) => ownNames(def.element as z.ZodMiniType, item))
  if (def.type !== 'object' || typeof wire !== 'object' || wire === null) return []
  return Object.entries(def.shape).flatMap(([name, inner]) => [
    ...Object.keys(wire).filter((key) => key === toSnake(name)),
    ...ownNames(inner as z.ZodMiniType, Reflect.get(wire, toSnake(name))),
  ])
}

const Person = z.object({ firstName: z.string(), chatStatus: z.optional(z.object({ aiChat: z.string() })) })
const person = compileWire(Person)

describe('input is accepted in both spellings', () => {
  test('snake_case and camelCase mean the same field', () => {
    expect(person.fromWire({ first_name: 'Asha' }, 'refuse')).toEqual({ firstName: 'Asha' })
    expect(person.fromWire({ firstName: 'Asha' }, 'refuse')).toEqual({ firstName: 'Asha' })
  })

  test('both at once are refused, in either order', () => {
    expect(() => person.fromWire({ first_name: 'Asha', firstName: 'Ravi' }, 'refuse')).toThrow('two spellings')
    expect(() => person.fromWire({ firstName: 'Asha', first_name: 'Asha' }, 'refuse')).toThrow('two spellings')
    expect(() => person.fromWire({ chat_status: { aiChat: 'a', ai_chat: 'b' } }, 'refuse')).toThrow('two spellings')
  })

  test('an unknown field is refused by name, or dropped in `drop` mode', () => {
    expect(() => person.fromWire({ first_name: 'Asha', role: 'Admin' }, 'refuse')).toThrow(WireError)
    expect(person.fromWire({ first_name: 'Asha', role: 'Admin' }, 'drop')).toEqual({ firstName: 'Asha' })
  })
})

describe('keys that reach a prototype are refused', () => {
  const Anything = compileWire(z.object({ record: z.optional(z.record(z.string(), z.unknown())), inner: z.optional(Person) }))
  const bodies = [
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    '{"record":{"__proto__":{"a":1}}}',
    '{"record":{"x":{"constructor":{"prototype":1}}}}',
    '{"inner":{"prototype":1}}',
    '{"record":{"x":[{"y":{"__proto__":1}}]}}',
  ]
  test.each(bodies)('%s', (body) => {
    expect(() => Anything.fromWire(JSON.parse(body), 'refuse')).toThrow(WireError)
    expect(() => Anything.fromWire(JSON.parse(body), 'drop')).toThrow(WireError)
    expect(Object.keys({})).toEqual([])
  })
})

test('nesting deeper than the limit is refused before it is traversed', () => {
  type Tree = { child?: Tree | undefined }
  const Tree: z.ZodMiniType<Tree> = z.object({ child: z.optional(z.lazy(() => Tree)) })
  const wire = compileWire(Tree)
  const nest = (levels: number): unknown => (levels === 0 ? {} : { child: nest(levels - 1) })
  expect(wire.fromWire(nest(MAX_DEPTH - 1), 'refuse')).toEqual(nest(MAX_DEPTH - 1))
  expect(() => wire.fromWire(nest(MAX_DEPTH), 'refuse')).toThrow('too deeply')
  const opaque = compileWire(z.object({ anything: z.unknown() }))
  expect(() => opaque.fromWire({ anything: nest(1_000) }, 'refuse')).toThrow('too deeply')
})

test('two fields with the same name on the wire are refused at compile time', () => {
  expect(() => compileWire(z.object({ firstName: z.string(), first_name: z.string() }))).toThrow('first_name')
})

test('the values of a record are converted, its keys are not', () => {
  const Projects = z.object({ projects: z.record(z.string(), z.object({ emailDomains: z.array(z.string()) })) })
  const wire = { projects: { myProject: { email_domains: ['a.in'] }, my_project: { email_domains: [] } } }
  const { toWire, fromWire } = compileWire(Projects)
  const value = fromWire(wire, 'refuse')
  expect(value).toEqual({ projects: { myProject: { emailDomains: ['a.in'] }, my_project: { emailDomains: [] } } })
  expect(toWire(value)).toEqual(wire)
})

test('a union uses the option that fits', () => {
  const Field = z.object({
    pick: z.union([z.object({ rightAnswer: z.number() }), z.object({ leftAnswer: z.string() }), z.string()]),
  })
  const { toWire, fromWire } = compileWire(Field)
  for (const pick of [{ rightAnswer: 1 }, { leftAnswer: 'a' }, 'plain']) {
    expect(fromWire(toWire({ pick }), 'refuse')).toEqual({ pick })
  }
  expect(toWire({ pick: { leftAnswer: 'a' } })).toEqual({ pick: { left_answer: 'a' } })
})

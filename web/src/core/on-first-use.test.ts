import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { onFirstUse } from './on-first-use.ts'

function counted() {
  let built = 0
  const Name = onFirstUse(() => {
    built += 1
    return z.object({ name: z.string() })
  })
  return { Name, count: () => built }
}

test('is built once, when it is first used', () => {
  const { Name, count } = counted()
  const Group = z.object({ people: z.array(Name), leader: z.optional(Name) })
  expect(count()).toBe(0)
  expect(Group.parse({ people: [{ name: 'Asha' }], leader: { name: 'Ravi' } })).toEqual({
    people: [{ name: 'Asha' }],
    leader: { name: 'Ravi' },
  })
  expect(Group.safeParse({ people: [{ name: 1 }] }).success).toBe(false)
  expect(count()).toBe(1)
})

test('does all that the schema does', () => {
  const { Name } = counted()
  expect(Object.keys(Name.shape)).toEqual(['name'])
  expect(Name instanceof z.ZodMiniObject).toBe(true)
  expect('~standard' in Name).toBe(true)
  expect(z.extend(Name, { age: z.int() }).parse({ name: 'Asha', age: 20 })).toEqual({ name: 'Asha', age: 20 })
  expect(Name.check(z.refine(({ name }) => name !== '')).safeParse({ name: '' }).success).toBe(false)
  const Either = z.discriminatedUnion('kind', [
    onFirstUse(() => z.object({ kind: z.literal('a') })),
    z.object({ kind: z.literal('b') }),
  ])
  expect(Either.parse({ kind: 'a' })).toEqual({ kind: 'a' })
})

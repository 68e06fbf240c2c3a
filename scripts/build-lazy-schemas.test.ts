import { expect, test } from 'vitest'
import { withLazySchemas } from '../web/build-lazy-schemas.ts'

const lazy = (schema: string) => `/* @__PURE__ */ onFirstUse(() => ${schema})`
/** The module without the import at its end. */
const transformed = (body: string) =>
  withLazySchemas(`import * as z from 'zod/mini'\n${body}`).split('\n').slice(1, -2).join('\n')

test.each([
  [
    'a whole expression',
    'export const Name = z.string().check(z.maxLength(9))',
    `export const Name = ${lazy('z.string().check(z.maxLength(9))')}`,
  ],
  [
    'each schema of a call',
    'const a = defineCall({ query: z.object({}), reply: Reply })',
    `const a = defineCall({ query: ${lazy('z.object({})')}, reply: Reply })`,
  ],
  [
    'a part of a call that a function makes',
    'const a = defineCall({ reply: pageOf(Post) })',
    `const a = defineCall({ reply: ${lazy('pageOf(Post)')} })`,
  ],
  [
    'each field of a plain object',
    'const shared = { id: z.int(), name: z.string() }',
    `const shared = { id: ${lazy('z.int()')}, name: ${lazy('z.string()')} }`,
  ],
  ['only the schema before a property', 'const names = z.enum(words).options', `const names = ${lazy('z.enum(words)')}.options`],
  [
    'a text after one that is not ASCII',
    "const a = '… क्षत्रिय 🙂', b = z.int()",
    `const a = '… क्षत्रिय 🙂', b = ${lazy('z.int()')}`,
  ],
])('builds later: %s', (_what, before, after) => {
  expect(transformed(before)).toBe(after)
})

test.each([
  ['what a function makes', 'const listOf = (item) => z.array(item)'],
  ['what is run for its effect', 'z.config({ jitless: true })'],
  ['a call of something else', 'const a = other.object({ reply: pageOf(Post) })'],
])('leaves as it is: %s', (_what, code) => {
  const module = `import * as z from 'zod/mini'\n${code}`
  expect(withLazySchemas(module)).toBe(module)
})

test('leaves a module without zod as it is', () => {
  expect(withLazySchemas('const z = { int: () => 1 }; const a = z.int()')).toContain('const a = z.int()')
})

import type { Form } from '@saathi/contract/core/call'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { prototypeKeys } from '../../../test/fuzz/hostile-values.ts'
import { openKeyed } from './read-form.ts'

const form: Form = {
  fields: z.object({ data: z.object({ quiz: z.int() }), firstName: z.optional(z.string()) }),
  files: { picture: { maxBytes: 10 } },
  keyed: { maxBytes: 20, maxFiles: 2, maxTotalBytes: 40 },
}
const file = (text: string) => ({ name: 'a.pdf', type: 'application/pdf', bytes: new TextEncoder().encode(text) })

describe('parts with names chosen by the caller', () => {
  test('are stored by name, texts and files separately', () => {
    const keyed = openKeyed(form)
    keyed.addText('why-me', 'because')
    keyed.addFile('photo', file('x'))
    expect(keyed.parts()).toEqual({ texts: { 'why-me': 'because' }, files: { photo: file('x') } })
    expect(['why-me', 'photo', 'other'].map(keyed.has)).toEqual([true, true, false])
  })

  test('are those that the call does not name, in either spelling', () => {
    const keyed = openKeyed(form)
    for (const name of ['data', 'picture', 'firstName', 'first_name']) {
      expect([name, keyed.takesText(name), keyed.takesFile(name)]).toEqual([name, false, undefined])
    }
    expect(keyed.takesText('first-name')).toBe(true)
    expect(keyed.takesFile('photo')).toEqual({ maxBytes: 20, maxFiles: 2, maxTotalBytes: 40 })
  })

  test('are refused by a call that does not accept them', () => {
    const keyed = openKeyed({ fields: form.fields, files: form.files })
    expect([keyed.takesText('why-me'), keyed.takesFile('photo')]).toEqual([false, undefined])
  })

  test('are limited to the number of files that the call accepts', () => {
    const keyed = openKeyed(form)
    keyed.addFile('one', file('1'))
    expect(keyed.takesFile('two')).toBeDefined()
    keyed.addFile('two', file('2'))
    expect(keyed.takesFile('three')).toBeUndefined()
    expect(keyed.takesText('three')).toBe(true)
  })

  test.each(['', ...prototypeKeys])('C63: may not be named "%s", and the name is not repeated in the reply', (name) => {
    const keyed = openKeyed(form)
    const refused = expect.objectContaining({ status: 400, code: 'core.bad_input', details: {} })
    expect(() => keyed.addText(name, 'x')).toThrow(refused)
    expect(() => keyed.addFile(name, file('x'))).toThrow(refused)
    expect(keyed.parts()).toEqual({ texts: {}, files: {} })
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })

  test('may be named like a property of every object', () => {
    const keyed = openKeyed(form)
    expect(keyed.has('toString')).toBe(false)
    keyed.addText('toString', 'text')
    expect(Object.entries(keyed.parts().texts)).toEqual([['toString', 'text']])
  })
})

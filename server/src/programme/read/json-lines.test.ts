import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonProblem, readJson } from './json-lines.ts'

const text = `{
  "name": "Asha",
  "steps": [
    { "key": "a", "minutes": 4 },
    {
      "key": "b",
      "minutes": 0
    }
  ],
  "quoted \\"name\\"": null
}`

describe('the line of a value', () => {
  test.each([
    [['name'], 2],
    [['steps'], 3],
    [['steps', 0, 'minutes'], 4],
    [['steps', 1], 5],
    [['steps', 1, 'minutes'], 7],
    [['quoted "name"'], 10],
    [[], 1],
  ])('of %j is %i', (path, line) => {
    expect(readJson(text).lineOf(path)).toBe(line)
  })

  test('of a missing value is the line of its parent', () => {
    expect(readJson(text).lineOf(['steps', 1, 'title', 'hi'])).toBe(5)
  })
})

function problemOf(broken: string) {
  try {
    readJson(broken)
  } catch (error) {
    if (error instanceof JsonProblem) return { line: error.line, message: error.message }
  }
  return null
}

describe('a file that is not JSON', () => {
  test.each([
    ['{\n "a": 1\n "b": 2\n}', 3, 'a comma or } is expected here'],
    ['{\n "a": 1,\n}', 3, 'a name in double quotes is expected here'],
    ['[1,\n 2', 2, 'the file ends too early'],
    ['', 1, 'the file ends too early'],
    ['{ "a" 1 }', 1, 'a colon is expected after the name'],
    ['{\n"a": "not closed\n}', 2, 'this text is not closed, or holds a character that must be escaped'],
    ['[tru]', 1, 'a value is expected here'],
    ['{ name: 1 }', 1, 'a name in double quotes is expected here'],
    ['{ // note\n }', 1, 'a name in double quotes is expected here'],
    ['{} {}', 1, 'nothing may follow the end of the JSON value'],
    ['{ "a": 1,\n "a": 2 }', 2, '"a" is written twice'],
    ['{ "__proto__": 1 }', 1, 'this name is not allowed'],
    ['['.repeat(100_000), 1, 'this is nested too deeply'],
  ])('is refused with line and reason: %j', (broken, line, message) => {
    expect(problemOf(broken)).toEqual({ line, message })
  })
})

test('readJson returns the same value as JSON.parse for any valid JSON', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }).filter((json) => !json.includes('__proto__')),
      fc.constantFrom(undefined, 1, 2),
      (json, indent) => {
        const value: unknown = JSON.parse(json)
        expect(readJson(JSON.stringify(value, null, indent)).value).toEqual(value)
      },
    ),
  )
})

test('readJson reports a line for every text that JSON.parse refuses', () => {
  const parses = (json: string) => {
    try {
      JSON.parse(json)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ...'{}[]",:\\-+.0e\ttrue/*\u0001\u00a0\ufeff'.split('')),
      (json, at, sign) => {
        const place = at % (json.length + 1)
        const changed = json.slice(0, place) + sign + json.slice(place + 1)
        fc.pre(!parses(changed))
        expect(problemOf(changed)).not.toBeNull()
      },
    ),
  )
})

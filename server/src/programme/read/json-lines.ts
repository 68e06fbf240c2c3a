import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'

/** JSON with line numbers, which JSON.parse does not give, for error messages. */
export type JsonPath = readonly PropertyKey[]
export type JsonFile = { value: unknown; lineOf: (path: JsonPath) => number }

export class JsonProblem extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const MAX_DEPTH = 20

/** The token that the grammar allows next: the parser reports an unknown word without saying what it expected. */
type Expected = 'name' | 'colon' | 'value' | 'end'
const messages = {
  name: 'a name in double quotes is expected here',
  colon: 'a colon is expected after the name',
  value: 'a value is expected here',
}
const stringErrors = new Set(['UnexpectedEndOfString', 'InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode'])

/** Parses JSON and records the line of each value. Rejects duplicate keys, which JSON.parse would drop. */
export function readJson(text: string): JsonFile {
  const lines = new Map<string, number>()
  const closers: string[] = []
  let expected: Expected = 'value'

  function record(path: JsonPath, line: number) {
    // Checked before the parser recurses, so that a hostile file cannot exhaust the stack.
    if (path.length > MAX_DEPTH) throw new JsonProblem(line, 'this is nested too deeply')
    if (!lines.has(pathKey(path))) lines.set(pathKey(path), line)
  }
  function begin(closer: string, first: Expected, path: JsonPath, line: number) {
    record(path, line)
    closers.push(closer)
    expected = first
  }
  function end() {
    closers.pop()
    expected = 'end'
  }

  visit(
    text,
    {
      onObjectBegin: (_offset, _length, line, _column, path) => begin('}', 'name', path(), line + 1),
      onArrayBegin: (_offset, _length, line, _column, path) => begin(']', 'value', path(), line + 1),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty(name, _offset, _length, line, _column, path) {
        if (name === '__proto__') throw new JsonProblem(line + 1, 'this name is not allowed')
        const key = pathKey([...path(), name])
        if (lines.has(key)) throw new JsonProblem(line + 1, `"${name}" is written twice`)
        lines.set(key, line + 1)
        expected = 'colon'
      },
      onLiteralValue(_value, _offset, _length, line, _column, path) {
        record(path(), line + 1)
        expected = 'end'
      },
      onSeparator(character) {
        expected = character === ',' && closers.at(-1) === '}' ? 'name' : 'value'
      },
      onError(code, offset, _length, line) {
        throw new JsonProblem(line + 1, offset >= text.length ? 'the file ends too early' : messageOf(code, expected, closers))
      },
    },
    { disallowComments: true },
  )
  return { value: JSON.parse(text), lineOf: (path) => nearestLine(lines, path) }
}

function messageOf(code: ParseErrorCode, expected: Expected, closers: readonly string[]): string {
  if (stringErrors.has(printParseErrorCode(code))) return 'this text is not closed, or holds a character that must be escaped'
  if (expected !== 'end') return messages[expected]
  const closer = closers.at(-1)
  return closer ? `a comma or ${closer} is expected here` : 'nothing may follow the end of the JSON value'
}

const pathKey = (path: JsonPath) => JSON.stringify(path.map(String))

/** A missing value has no line, so the line of its parent is used. */
function nearestLine(lines: ReadonlyMap<string, number>, path: JsonPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(pathKey(path.slice(0, length)))
    if (line !== undefined) return line
  }
  return 1
}

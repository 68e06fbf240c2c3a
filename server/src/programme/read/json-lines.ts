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

/** Parses JSON and records the line of each value. Rejects duplicate keys, which JSON.parse would drop. */
export function readJson(text: string): JsonFile {
  const lines = new Map<string, number>()
  new Scanner(text, lines).scan()
  return { value: JSON.parse(text), lineOf: (path) => nearestLine(lines, path) }
}

const pathKey = (path: JsonPath) => path.map(String).join('\0')

/** A missing value has no line, so the line of its parent is used. */
function nearestLine(lines: ReadonlyMap<string, number>, path: JsonPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(pathKey(path.slice(0, length)))
    if (line !== undefined) return line
  }
  return 1
}

const MAX_DEPTH = 20
const space = /[ \t\n\r]*/y
// Characters below the space must be escaped; \p{Cc} would also forbid characters that JSON allows.
const stringToken = /"(?:[ !\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const otherToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

class Scanner {
  readonly #text: string
  readonly #lines: Map<string, number>
  #at = 0
  #line = 1

  constructor(text: string, lines: Map<string, number>) {
    this.#text = text
    this.#lines = lines
  }

  scan() {
    this.#value([])
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('nothing may follow the end of the JSON value')
  }

  #value(path: JsonPath) {
    if (path.length > MAX_DEPTH) this.#fail('this is nested too deeply')
    this.#skipSpace()
    if (!this.#lines.has(pathKey(path))) this.#lines.set(pathKey(path), this.#line)
    const first = this.#text[this.#at]
    if (first === '{') this.#object(path)
    else if (first === '[') this.#array(path)
    else if (first === '"') this.#take(stringToken, 'this text is not closed, or holds a character that must be escaped')
    else this.#take(otherToken, first === undefined ? 'the file ends too early' : 'a value is expected here')
  }

  #object(path: JsonPath) {
    const seen = new Set<string>()
    this.#list('}', () => {
      this.#skipSpace()
      const line = this.#line
      const key: unknown = JSON.parse(this.#take(stringToken, 'a name in double quotes is expected here'))
      if (typeof key !== 'string' || key === '__proto__') return this.#fail('this name is not allowed')
      if (seen.has(key)) this.#fail(`"${key}" is written twice`)
      seen.add(key)
      this.#lines.set(pathKey([...path, key]), line)
      this.#skipSpace()
      this.#expect(':', 'a colon is expected after the name')
      this.#value([...path, key])
    })
  }

  #array(path: JsonPath) {
    let index = 0
    this.#list(']', () => {
      this.#value([...path, index])
      index += 1
    })
  }

  #list(end: string, member: () => void) {
    this.#at += 1
    this.#skipSpace()
    if (this.#text[this.#at] === end) {
      this.#at += 1
      return
    }
    for (;;) {
      member()
      this.#skipSpace()
      if (this.#text[this.#at] === end) break
      this.#expect(',', `a comma or ${end} is expected here`)
    }
    this.#at += 1
  }

  #expect(character: string, message: string) {
    if (this.#text[this.#at] !== character) this.#fail(this.#at >= this.#text.length ? 'the file ends too early' : message)
    this.#at += 1
  }

  #take(token: RegExp, message: string): string {
    token.lastIndex = this.#at
    const found = token.exec(this.#text)?.[0]
    if (!found) return this.#fail(message)
    this.#at += found.length
    return found
  }

  #skipSpace() {
    space.lastIndex = this.#at
    const found = space.exec(this.#text)?.[0] ?? ''
    this.#line += found.split('\n').length - 1
    this.#at += found.length
  }

  #fail(message: string): never {
    throw new JsonProblem(this.#line, message)
  }
}

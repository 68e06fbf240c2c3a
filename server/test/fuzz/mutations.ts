import type { Call } from '@saathi/contract/core/call'
import { toSnake } from '@saathi/contract/core/wire'
import * as fc from 'fast-check'
import { isFields } from '../matrix/sample.ts'
import { toJson, toWireRequest, type WireInput, type WireRequest } from '../matrix/wire-request.ts'
import { hostileKeys, hostileTexts, hostileValues } from './hostile-values.ts'

/** A valid request with one mutation. The name describes it in a report. */
export type Mutation = { name: string; request: WireRequest }
type Path = readonly string[]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
const key = fc.oneof(fc.constantFrom(...hostileKeys), fc.string({ unit: 'grapheme', maxLength: 20 }))
const parts = ['params', 'query', 'body', 'fields'] as const
/** Valid JSON that is nested deeper than any stack. */
export const deepJson = ['['.repeat(100_000) + ']'.repeat(100_000), '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)] as const

/** All mutations of this call's request, weighted. */
export function mutations(call: Call, valid: WireInput): fc.Arbitrary<Mutation> {
  const leaves = leafPaths(valid)
  const containers = containerPaths(valid)
  const request = (name: string, wire: WireInput): Mutation => ({ name, request: toWireRequest(call, wire) })
  const replaced = (path: Path, bad: unknown) => request(`${path.join('.')} replaced`, put(valid, path, bad))
  const choices: fc.WeightedArbitrary<Mutation>[] = [
    { weight: 3, arbitrary: badHeaders(call, valid) },
    { weight: 1, arbitrary: badQueries(call, valid) },
  ]
  if (leaves.length > 0) {
    choices.push({ weight: 6, arbitrary: fc.tuple(fc.constantFrom(...leaves), value).map(([path, bad]) => replaced(path, bad)) })
    choices.push({
      weight: 1,
      arbitrary: fc.constantFrom(...leaves).map((path) => request(`${path.join('.')} left out`, put(valid, path, undefined))),
    })
    choices.push({
      weight: 1,
      arbitrary: fc
        .constantFrom(...leaves)
        .map((path) => request(`${path.join('.')} in two spellings`, withSecondSpelling(valid, path))),
    })
  }
  if (containers.length > 0) {
    const added = fc.tuple(fc.constantFrom(...containers), key, value)
    choices.push({
      weight: 3,
      arbitrary: added.map(([path, name, bad]) => request('a key added', put(valid, [...path, name], bad))),
    })
  }
  if (call.body) {
    choices.push({ weight: 2, arbitrary: value.map((bad) => request('another body', { ...valid, body: bad })) })
  }
  if (valid.fields['data'] !== undefined) {
    const nested = fc
      .constantFrom(...deepJson)
      .map((text) => request('data nested too deeply', put(valid, ['fields', 'data'], text)))
    choices.push({ weight: 1, arbitrary: nested })
  }
  if (call.method !== 'GET') choices.push({ weight: 3, arbitrary: badBytes(call, valid) })
  return fc.oneof(...choices)
}

/** The paths of single values in a valid input. */
export function leafPaths(valid: WireInput): Path[] {
  const walk = (value: unknown, path: Path): Path[] => {
    if (Array.isArray(value)) return value.flatMap((item, index) => walk(item, [...path, String(index)]))
    return isFields(value) ? Object.entries(value).flatMap(([name, item]) => walk(item, [...path, name])) : [path]
  }
  return parts.flatMap((part) => (valid[part] === undefined ? [] : walk(valid[part], [part]))).filter((path) => path.length > 1)
}

/** The paths at which keys could be added. */
function containerPaths(valid: WireInput): Path[] {
  const walk = (value: unknown, path: Path): Path[] =>
    isFields(value) ? [path, ...Object.entries(value).flatMap(([name, item]) => walk(item, [...path, name]))] : []
  return (['query', 'body', 'fields'] as const).flatMap((part) => walk(valid[part], [part]))
}

/** A copy with the value at the path. Uses own keys only, so that `__proto__` stays a key. */
export function put(valid: WireInput, path: Path, bad: unknown): WireInput {
  const [part = '', ...rest] = path
  return { ...valid, [part]: putInto(valid[part as (typeof parts)[number]], rest, bad) }
}

function putInto(value: unknown, [name, ...rest]: Path, bad: unknown): unknown {
  if (name === undefined) return bad
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === name ? putInto(item, rest, bad) : item))
  const fields = isFields(value) ? value : {}
  const inner = Object.hasOwn(fields, name) ? fields[name] : undefined
  return Object.fromEntries([...Object.entries(fields).filter(([own]) => own !== name), [name, putInto(inner, rest, bad)]])
}

function withSecondSpelling(valid: WireInput, path: Path): WireInput {
  const name = path.at(-1) ?? ''
  const other = name.includes('_') ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : toSnake(name)
  return put(valid, [...path.slice(0, -1), other === name ? `${name}_` : other], 1)
}

const mangledHeaders: Readonly<Record<string, readonly string[]>> = {
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Basic YTpi',
    'bearer x',
    `Bearer ${'x'.repeat(6_000)}`,
    'Bearer \u00ff',
  ],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/xml',
    'multipart/form-data',
    'a',
    ';',
    'application/json, text/html',
  ],
  'idempotency-key': ['', 'x', '0', "'; drop table person--", '4b1f0c6e-2a53-4b7e-9d55', 'x'.repeat(5_000), '__proto__'],
  cookie: [
    '',
    ';;;=',
    '=',
    'saathi_refresh',
    'saathi_refresh=',
    `saathi_refresh=${'x'.repeat(6_000)}`,
    "saathi_refresh=' or 1=1--",
    'saathi_refresh=%00',
    '__proto__=1',
  ],
  'accept-encoding': ['', '*', 'br;q=nan', 'gzip, br', 'identity;q=0', 'x'.repeat(5_000)],
  'if-none-match': ['', '*', '"x"', 'W/"x"', ','.repeat(1_000), 'x'.repeat(5_000)],
  origin: ['null', 'https://evil.test', 'x', 'http://'],
  host: ['', 'evil.test', 'evil.test:99999', '[::1', 'a b'],
  'user-agent': ['', 'x'.repeat(5_000), '\u00ff'],
  'x-forwarded-for': ['127.0.0.1', 'x', ','.repeat(500)],
}

function badHeaders(call: Call, valid: WireInput): fc.Arbitrary<Mutation> {
  const one = fc.constantFrom(...Object.entries(mangledHeaders).flatMap(([name, texts]) => texts.map((text) => ({ name, text }))))
  return fc.array(one, { minLength: 1, maxLength: 2 }).map((headers) => ({
    name: `header ${headers.map(({ name, text }) => `${name}: ${text.slice(0, 30)}`).join(' and ')}`,
    request: toWireRequest(call, {
      ...valid,
      headers: { ...valid.headers, ...Object.fromEntries(headers.map(({ name, text }) => [name, text])) },
    }),
  }))
}

function badQueries(call: Call, valid: WireInput): fc.Arbitrary<Mutation> {
  const name = Object.keys(valid.query)[0] ?? 'page'
  const texts = [
    '%zz',
    '%ff',
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[a]=1`,
    '__proto__[x]=1',
    '__proto__=1',
    'constructor=1',
    '&&&',
    '=',
    `${name}=%00`,
    `${name}=${'x'.repeat(10_000)}`,
    'a=1&'.repeat(2_000),
  ]
  return fc.constantFrom(...texts).map((text) => {
    const { url, ...rest } = toWireRequest(call, { ...valid, query: {} })
    return { name: `query ${text.slice(0, 30)}`, request: { ...rest, url: `${url}?${text}` } }
  })
}

/** Raw body bytes: truncated, not UTF-8, not JSON, a repeated key, an unterminated form. */
function badBytes(call: Call, valid: WireInput): fc.Arbitrary<Mutation> {
  const request = toWireRequest(call, valid)
  const whole = Buffer.from(typeof request.payload === 'string' || Buffer.isBuffer(request.payload) ? request.payload : '{}')
  const jsons = [
    '{',
    '',
    'null',
    '"',
    '[',
    '{"a":1,"a":2}',
    '{"a":1,}',
    `${toJson(valid.body ?? {})}x`,
    '\u{feff}{}',
    '['.repeat(20_000),
    '{"a":'.repeat(5_000),
    ...deepJson,
  ]
  const made = fc.oneof(
    fc.integer({ min: 0, max: Math.max(0, whole.length - 1) }).map((at) => ({ name: 'cut off', payload: whole.subarray(0, at) })),
    fc.tuple(fc.integer({ min: 0, max: Math.max(0, whole.length - 1) }), fc.integer({ min: 128, max: 255 })).map(([at, byte]) => {
      const payload = Buffer.from(whole)
      payload[at] = byte
      return { name: 'broken UTF-8', payload }
    }),
    fc.constantFrom(...jsons).map((text) => ({ name: `text ${text.slice(0, 20)}`, payload: Buffer.from(text) })),
    fc.constantFrom(...hostileTexts).map((text) => ({ name: 'a bare text', payload: Buffer.from(toJson(text)) })),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ name: 'noise', payload: Buffer.from(bytes) })),
  )
  const types = call.form
    ? [request.headers['content-type'] ?? '', 'multipart/form-data; boundary=other', 'multipart/form-data', 'application/json']
    : ['application/json', 'application/json', 'multipart/form-data; boundary=saathi-boundary']
  return fc.tuple(made, fc.constantFrom(...types)).map(([{ name, payload }, type]) => ({
    name: `bytes ${name} as ${type}`,
    request: { ...request, payload, headers: { ...request.headers, 'content-type': type } },
  }))
}

import { join, relative } from 'node:path'
import type * as z from 'zod/mini'
import type { JsonPath } from './read/json-lines.ts'

/** A problem in a programme folder: its location and what to do about it. `file` is relative to the folder. */
export type Problem = { file: string; line?: number; field?: string; text: string }

/** `demo/sessions/03-first-salary/session.json:12 steps[2].durationMinutes: must be a whole number from 1` */
export function describeProblem(folder: string, { file, line, field, text }: Problem): string {
  return `${join(shownPath(folder), file)}${line ? `:${line}` : ''}${field ? ` ${field}:` : ':'} ${text}`
}

/** Relative to the working directory if the path is inside it. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere || '.'
}

/** `steps[2].durationMinutes` */
export function formatPath(path: JsonPath): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

export function problemsOf(issues: readonly z.core.$ZodIssue[], root: unknown): { path: JsonPath; text: string }[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], text: 'is not a known field' }))
    return [{ path: issue.path, text: textOf(issue, valueAt(root, issue.path) === undefined) }]
  })
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function textOf(issue: z.core.$ZodIssue, isMissing: boolean): string {
  if (isMissing) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
        : `must be a whole number from ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
        : `must be a whole number up to ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_key':
      return 'is not an allowed name'
    case 'invalid_format':
      return issue.message === 'Invalid input' ? 'has the wrong format' : issue.message
    default:
      return issue.message
  }
}

function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** A parsed file with the line numbers of its values, for further checks. */
export type Document<T> = { file: string; value: T; problemAt: (path: JsonPath, text: string) => Problem }

/** For values that exist because the folder was checked. */
export function mustFind<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`${key} passed the folder check but is missing`)
  return value
}

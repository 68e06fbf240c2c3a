import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
export type Fields = Record<string, unknown>

export type SampleRules = {
  /** Sample values for schemas from which none can be derived. */
  fieldSamples: ReadonlyMap<Schema, unknown>
  /** False sends the minimal valid input; true also includes optional fields. */
  withOptional: boolean
}

/** Marks an optional field that must be omitted, such as one of two equivalent fields. */
export const omitted = Symbol('left out')

export class SampleMissing extends Error {}

/** zod's public def union, for traversing a schema. */
export const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** A valid input derived from the schema. Values in `given` are used as they are. */
export function sampleOf(schema: Schema, rules: SampleRules, at: string, given?: unknown): unknown {
  const value = given !== undefined && !isFields(given) ? given : derive(schema, rules, at, given)
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  if (!(result instanceof Promise) && result.issues.length === 0) return value
  throw new SampleMissing(
    `No valid value for ${at} can be derived. Name its schema in fieldSamples, or the call in callSamples, of server/test/matrix/samples.ts.`,
  )
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

function derive(schema: Schema, rules: SampleRules, at: string, given: Fields | undefined): unknown {
  if (given === undefined && rules.fieldSamples.has(schema)) return rules.fieldSamples.get(schema)
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return deriveObject(def.shape, rules, at, given)
    case 'array': {
      const minimum = Math.max(bound(def.checks, 'min_length') ?? 0, rules.withOptional ? 1 : 0)
      return Array.from({ length: minimum }, () => sampleOf(def.element, rules, `${at}[]`))
    }
    case 'tuple':
      return def.items.map((item, index) => sampleOf(item, rules, `${at}[${index}]`))
    case 'record':
      return given ?? {}
    case 'union':
      return given ?? sampleOf(firstOf(def.options), rules, at)
    case 'optional':
    case 'default':
    case 'prefault':
      return rules.withOptional || given ? sampleOf(def.innerType, rules, at, given) : undefined
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return sampleOf(def.innerType, rules, at, given)
    case 'pipe':
      return sampleOf(defOf(def.in).type === 'transform' ? def.out : def.in, rules, at, given)
    case 'lazy':
      return sampleOf(def.getter(), rules, at, given)
    case 'string':
      return deriveText(def)
    case 'number':
      return deriveNumber(def.checks)
    case 'boolean':
      return true
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'unknown':
    case 'any':
      return given ?? {}
    default:
      return undefined
  }
}

function deriveObject(shape: Readonly<Record<string, Schema>>, rules: SampleRules, at: string, given: Fields = {}): Fields {
  const included = Object.entries(shape).filter(([name]) => given[name] !== omitted)
  const fields = included.map(([name, schema]) => [name, sampleOf(schema, rules, `${at}.${name}`, given[name])] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function firstOf(options: readonly Schema[]): Schema {
  const [first] = options
  if (!first) throw new SampleMissing('A union without options')
  return first
}

const byFormat: Record<string, string> = {
  uuid: '4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e',
  guid: '4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e',
  email: 'sample@saathi.example',
  url: 'https://saathi.example/sample',
  datetime: '2026-07-01T10:00:00+05:30',
  date: '2026-07-01',
  time: '10:00:00',
}

type Checks = readonly { _zod: { def: unknown } }[] | undefined

function deriveText(def: { checks?: Checks; format?: unknown }): string {
  const format = typeof def.format === 'string' ? byFormat[def.format] : undefined
  if (format) return format
  const text = 'sample'.padEnd(bound(def.checks, 'min_length') ?? 0, ' sample')
  return text.slice(0, bound(def.checks, 'max_length') ?? text.length)
}

function deriveNumber(checks: Checks): number {
  const minimum = bound(checks, 'greater_than')
  const maximum = bound(checks, 'less_than')
  return minimum === undefined ? Math.min(1, maximum ?? 1) : Math.max(minimum, Math.min(1, maximum ?? 1))
}

/** An exclusive limit counts as the next whole number inside it. */
function bound(checks: Checks, check: string): number | undefined {
  for (const { _zod } of checks ?? []) {
    const def = _zod.def as { check: string; minimum?: number; maximum?: number; value?: number; inclusive?: boolean }
    if (def.check !== check) continue
    const value = def.minimum ?? def.maximum ?? Number(def.value)
    return def.inclusive === false ? value + (check === 'greater_than' ? 1 : -1) : value
  }
  return undefined
}

import type * as z from 'zod/mini'

/**
 * Converts between camelCase in code and snake_case on the wire, with functions compiled once per schema. Keys that a schema
 * names are renamed; the keys of a record are data and stay unchanged.
 */
export type Wire = {
  toWire: (value: unknown) => unknown
  fromWire: (value: unknown, unknownKeys: 'refuse' | 'drop') => unknown
}

export class WireError extends Error {
  readonly path: string[]
  constructor(path: string[], message: string) {
    super(message)
    this.path = path
  }
}

/** Our deepest reply is session > step > quiz > scale labels. */
export const MAX_DEPTH = 12
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
export const isForbiddenKey = (key: string): boolean => forbidden.has(key)

type Converter = {
  to: (value: unknown, depth: number) => unknown
  from: (value: unknown, unknownKeys: 'refuse' | 'drop', path: string[]) => unknown
}

const asIs: Converter = { to: (value) => value, from: (value) => value }
/** Data without a schema is passed on unchanged, after a check for prototype keys and for nesting depth. */
const opaque: Converter = { to: (value) => value, from: (value, _mode, path) => (checkOpaque(value, path), value) }
const compiled = new WeakMap<z.core.$ZodType, Converter>()

export function compileWire(schema: z.core.$ZodType): Wire {
  const converter = converterOf(schema)
  return {
    toWire: (value) => converter.to(value, 0),
    fromWire: (value, unknownKeys) => converter.from(value, unknownKeys, []),
  }
}

function converterOf(schema: z.core.$ZodType): Converter {
  const known = compiled.get(schema)
  if (known) return known
  // A schema may contain itself; the placeholder is used until the converter is built.
  const placeholder: Converter = {
    to: (value, depth) => real.to(value, depth),
    from: (value, mode, path) => real.from(value, mode, path),
  }
  compiled.set(schema, placeholder)
  const real: Converter = build(schema)
  compiled.set(schema, real)
  return real
}

function build(schema: z.core.$ZodType): Converter {
  // The def union is zod's public interface for traversing a schema.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectConverter(def.shape)
    case 'array':
      return arrayConverter(converterOf(def.element))
    case 'tuple':
      return tupleConverter(def.items.map(converterOf))
    case 'record':
      return recordConverter(converterOf(def.valueType))
    case 'union':
      return unionConverter(def.options)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return passEmpty(converterOf(def.innerType))
    case 'pipe':
      // A transform has no shape; the other side names the keys.
      return converterOf(isTransform(def.in) ? def.out : def.in)
    case 'lazy':
      return { to: (v, d) => converterOf(def.getter()).to(v, d), from: (v, m, p) => converterOf(def.getter()).from(v, m, p) }
    case 'unknown':
    case 'any':
      return opaque
    default:
      return asIs
  }
}

function isTransform(schema: z.core.$ZodType): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'transform'
}

function passEmpty(inner: Converter): Converter {
  return {
    to: (value, depth) => (value === undefined || value === null ? value : inner.to(value, depth)),
    from: (value, mode, path) => (value === undefined || value === null ? value : inner.from(value, mode, path)),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectConverter(shape: Readonly<Record<string, z.core.$ZodType>>): Converter {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    wireName: toSnake(name),
    converter: converterOf(schema),
  }))
  const bySpelling = new Map<string, (typeof fields)[number]>()
  for (const field of fields) {
    for (const spelling of new Set([field.name, field.wireName])) {
      if (bySpelling.has(spelling)) throw new Error(`Two fields are both spelled ${spelling} on the wire`)
      bySpelling.set(spelling, field)
    }
  }
  return {
    to: (value, depth) => {
      if (!isObject(value)) return value
      const wire: Record<string, unknown> = {}
      for (const { name, wireName, converter } of fields) {
        const member = value[name]
        if (member !== undefined) wire[wireName] = converter.to(member, depth + 1)
      }
      return wire
    },
    from: (value, mode, path) => {
      if (!isObject(value)) return value
      checkDepth(path)
      const result: Record<string, unknown> = {}
      for (const key of Object.keys(value)) {
        if (forbidden.has(key)) throw new WireError([...path, key], 'This key is not allowed.')
        const field = bySpelling.get(key)
        if (!field) {
          if (mode === 'refuse') throw new WireError([...path, key], 'This field is not known.')
          continue
        }
        if (Object.hasOwn(result, field.name)) throw new WireError([...path, key], 'This field is given in two spellings.')
        result[field.name] = field.converter.from(value[key], mode, [...path, key])
      }
      return result
    },
  }
}

function arrayConverter(element: Converter): Converter {
  return {
    to: (value, depth) => (Array.isArray(value) ? value.map((item) => element.to(item, depth + 1)) : value),
    from: (value, mode, path) => {
      if (!Array.isArray(value)) return value
      checkDepth(path)
      return value.map((item, index) => element.from(item, mode, [...path, String(index)]))
    },
  }
}

function tupleConverter(items: Converter[]): Converter {
  return {
    to: (value, depth) => (Array.isArray(value) ? value.map((item, index) => (items[index] ?? asIs).to(item, depth + 1)) : value),
    from: (value, mode, path) =>
      Array.isArray(value)
        ? value.map((item, index) => (items[index] ?? opaque).from(item, mode, [...path, String(index)]))
        : value,
  }
}

function recordConverter(element: Converter): Converter {
  return {
    to: (value, depth) => (isObject(value) ? mapValues(value, (member) => element.to(member, depth + 1)) : value),
    from: (value, mode, path) => {
      if (!isObject(value)) return value
      checkDepth(path)
      return mapValues(value, (member, key) => {
        if (forbidden.has(key)) throw new WireError([...path, key], 'This key is not allowed.')
        return element.from(member, mode, [...path, key])
      })
    },
  }
}

function mapValues(value: Record<string, unknown>, convert: (member: unknown, key: string) => unknown) {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) result[key] = convert(value[key], key)
  return result
}

/** Uses the first option that accepts the converted value. */
function unionConverter(options: readonly z.core.$ZodType[]): Converter {
  const choices = options.map((schema) => ({ schema, converter: converterOf(schema) }))
  if (choices.every(({ converter }) => converter === asIs)) return asIs
  return {
    to: (value, depth) => {
      const choice = choices.find(({ schema }) => accepts(schema, value))
      return (choice?.converter ?? asIs).to(value, depth)
    },
    from: (value, mode, path) => {
      let refusal: unknown
      for (const { schema, converter } of choices) {
        try {
          const candidate = converter.from(value, mode, path)
          if (accepts(schema, candidate)) return candidate
        } catch (error) {
          refusal ??= error
        }
      }
      if (refusal) throw refusal
      return value
    },
  }
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  const result = schema._zod.run({ value, issues: [] }, { async: false })
  return !(result instanceof Promise) && result.issues.length === 0
}

function checkDepth(path: string[]) {
  if (path.length >= MAX_DEPTH) throw new WireError(path, 'This is nested too deeply.')
}

function checkOpaque(value: unknown, path: string[]): void {
  if (typeof value !== 'object' || value === null) return
  checkDepth(path)
  for (const key of Object.keys(value)) {
    if (!Array.isArray(value) && forbidden.has(key)) throw new WireError([...path, key], 'This key is not allowed.')
    checkOpaque(Reflect.get(value, key), [...path, key])
  }
}

/** `firstName` is `first_name` on the wire. Only capitals mark a word, so digits stay where they are. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

import type { Call } from '@saathi/contract/core/call'
import type { TestServer } from '../harness.ts'
import { type Fields, omitted, SampleMissing, type SampleRules, sampleOf } from './sample.ts'

export type FileSample = { name: string; type: string; bytes: Uint8Array }

/** The input of a call in camelCase. Missing parts are derived from the contract. */
export type Input = {
  params?: Fields
  query?: Fields
  body?: Fields
  fields?: Fields
  files?: Record<string, FileSample>
  headers?: Record<string, string>
}
export type PartialInput = Omit<Input, 'files'> & { files?: Record<string, FileSample | typeof omitted> }
export type BuildInput = (server: TestServer, personId: number) => Promise<PartialInput> | PartialInput

export const callKey = ({ method, path }: Call): string => `${method} ${path}`

/** The smallest picture: one pixel. */
const onePixel: FileSample = {
  name: 'pixel.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Completes the given input to a valid one. */
export function completeInput(call: Call, given: PartialInput, rules: SampleRules): Input {
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = call[name]
    return schema && { [name]: asFields(sampleOf(schema, rules, `${callKey(call)} ${name}`, given[name] ?? {})) }
  }
  return {
    ...part('params'),
    ...part('query'),
    ...part('body'),
    ...(call.form && {
      fields: asFields(sampleOf(call.form.fields, rules, `${callKey(call)} form`, given.fields ?? {})),
      files: Object.fromEntries(
        Object.entries(call.form.files).flatMap(([name, { optional }]) => {
          const file = given.files?.[name] ?? (optional && !rules.withOptional ? omitted : onePixel)
          return file === omitted ? [] : [[name, file]]
        }),
      ),
    }),
    headers: given.headers ?? {},
  }
}

function asFields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value))
  throw new SampleMissing('A part of a call must be an object')
}

import type { Form, Keyed, UploadedFile } from '@saathi/contract/core/call'
import { toSnake } from '@saathi/contract/core/snake'
import { isForbiddenKey } from '@saathi/contract/core/wire'
import { badField } from './errors.ts'

/** Collects the parts of a form whose names the call does not define, if it accepts such parts. */
export function openKeyed({ fields, files, keyed }: Form) {
  const texts = new Map<string, string>()
  const uploads = new Map<string, UploadedFile>()
  const named = new Set(['data', ...Object.keys(files), ...namesOf(fields)])
  const isKeyed = (name: string) => keyed !== undefined && !named.has(name)
  const requireKey = (name: string) => {
    if (name === '' || isForbiddenKey(name)) throw badField(name, 'key_not_allowed')
    return name
  }
  return {
    has: (name: string) => texts.has(name) || uploads.has(name),
    takesText: isKeyed,
    takesFile: (name: string) => (keyed && isKeyed(name) && uploads.size < keyed.maxFiles ? keyed : undefined),
    addText: (name: string, text: string) => void texts.set(requireKey(name), text),
    addFile: (name: string, file: UploadedFile) => void uploads.set(requireKey(name), file),
    parts: (): Keyed<UploadedFile> => ({ texts: Object.fromEntries(texts), files: Object.fromEntries(uploads) }),
  }
}

/** In both spellings that the wire accepts. */
function namesOf(fields: Form['fields']): string[] {
  const { def } = fields._zod
  const names = 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : []
  return names.flatMap((name) => [name, toSnake(name)])
}

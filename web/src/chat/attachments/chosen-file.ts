import { cutGraphemes } from '@saathi/contract/core/cut'
import type { TextKey } from '@saathi/contract/texts'

export const MAX_FILE_BYTES = 5_242_880
const allowed = new Set('jpg jpeg gif png webp heic txt pdf doc docx xls xlsx csv ppt pptx'.split(' '))

/** For the file input. */
export const acceptedFiles = [...allowed].map((ending) => `.${ending}`).join(',')

/** Why a file cannot be sent, or null. The server also checks the content. */
export function faultOf({ name, size }: { name: string; size: number }): TextKey | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!allowed.has(ending)) return 'chat.file.wrongType'
  return size > MAX_FILE_BYTES ? 'chat.file.tooLarge' : null
}

/** Maximum number of files chosen together. */
export const FILES_MAX = 10

export type ChosenFiles = { files: readonly File[]; /** The reason why some files were left out. */ fault: TextKey | null }

/** Adds those files that can be sent. */
export function withFiles(chosen: readonly File[], added: readonly File[]): ChosenFiles {
  const faults = added.map(faultOf)
  const files = [...chosen, ...added.filter((_file, at) => faults[at] === null)]
  const fault = faults.find((each) => each !== null) ?? (files.length > FILES_MAX ? 'chat.file.tooMany' : null)
  return { files: files.slice(0, FILES_MAX), fault }
}

const NAME_MAX = 13

/** As in the specification: the first thirteen characters. */
export const shortName = (name: string): string => cutGraphemes(name, NAME_MAX)

const endings: Readonly<Record<string, string>> = { jpeg: 'JPG', plain: 'TXT' }

/** 'PDF', from the name, or from the type if the name has no extension. */
export function kindOfFile(name: string, type: string): string {
  const ending = /\.([^.]{1,5})$/.exec(name)?.[1] ?? type.split('/').at(-1) ?? ''
  return endings[ending.toLowerCase()] ?? ending.toUpperCase()
}

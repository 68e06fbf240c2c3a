import type { UploadedFile } from '@saathi/contract/core/call'
import { badInput, coreRefusal, Refusal } from '#core/errors.ts'
import { extensionOf } from './file-names.ts'
import { findKind, type Kind, kindOf } from './kinds.ts'
import type { Purpose, Purposes } from './purposes.ts'

export function requirePurpose(purposes: Purposes, name: string): Purpose {
  const purpose = Object.hasOwn(purposes, name) ? purposes[name] : undefined
  if (!purpose) throw badInput('files.purpose_unknown')
  return purpose
}

/** The content decides; the name and the declared type must match it. */
export async function checkUpload({ maxBytes, kinds }: Pick<Purpose, 'maxBytes' | 'kinds'>, file: UploadedFile): Promise<Kind> {
  if (file.bytes.byteLength > maxBytes) throw coreRefusal('core.too_large')
  const extension = extensionOf(file.name)
  const found = await findKind(file.bytes, extension)
  if (!found || !kinds.includes(found)) {
    throw new Refusal(415, 'files.type_not_allowed')
  }
  const kind = kindOf(found)
  if (!kind.extensions.includes(extension) || !kind.declared.includes(file.type)) {
    throw new Refusal(415, 'files.type_mismatch')
  }
  return kind
}

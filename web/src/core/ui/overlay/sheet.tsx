import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog.tsx'

export type SheetProps = Omit<DialogProps, 'sheet' | 'fullOnPhone' | 'size' | 'drawing'>

/** A bottom sheet at every width: filters, more call controls. For a sheet only on phones, use Dialog with `sheet`. */
export function Sheet(props: SheetProps) {
  return <Dialog {...props} sheet="always" />
}
